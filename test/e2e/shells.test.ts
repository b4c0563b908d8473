import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtCli, spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';
import { type TypedShell, typedShell } from '../support/typed-shell.ts';

let home: string;
let env: Record<string, string>;
let shell: TypedShell | undefined;

beforeEach(async () => {
  home = tempHome();
  const bin = join(home, 'bin');
  program(join(bin, 'tools'), `exec ${process.execPath} ${builtCli} "$@"`);
  program(join(bin, 'ai-tools'), `exec ${process.execPath} ${builtCli} "$@"`);
  program(join(home, 'real/codex'), 'echo "REAL codex in [$CODEX_HOME]"');
  env = { PATH: `${bin}:${join(home, 'real')}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8' };
  for (const label of ['work', 'private']) await tools(`account add codex ${label}`);
});

afterEach(() => {
  shell?.end();
  shell = undefined;
});

function program(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

async function tools(line: string): Promise<string> {
  const ended = await spawnCli(line.split(' '), { home, env });
  expect({ line, ...ended }).toMatchObject({ line, code: 0 });
  return ended.stdout;
}

async function homeOf(label: string): Promise<string> {
  const { accounts } = JSON.parse(await tools('list codex --json'));
  return accounts.find((account: { label: string }) => account.label === label).home;
}

const placeOf = (name: string) =>
  spawnSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();

interface Dialect {
  readonly program: string;
  readonly args: readonly string[];
  readonly rc: string;
  /** What its user has there already, with something that comes before the shims on PATH. */
  readonly own: string;
  readonly value: (name: string) => string;
  readonly set: (name: string, value: string) => string;
  readonly mark?: (count: number) => string;
  readonly startsProgram: string;
}

const posix = {
  own: 'export PATH="$HOME/real:$PATH"',
  value: (name: string) => `echo "[\${${name}-none}]"`,
  set: (name: string, value: string) => `export ${name}='${value}'`,
  startsProgram: 'codex',
};
const dialects: Readonly<Record<string, Dialect>> = {
  bash: { ...posix, program: 'bash', args: ['-i'], rc: '.bashrc' },
  'bash, logged in': {
    ...posix,
    own: `${posix.own.slice(0, -1)}:$HOME/bin"`,
    program: 'bash',
    args: ['--login', '-i'],
    rc: '.profile',
  },
  'bash with set -eu': {
    ...posix,
    program: 'bash',
    args: ['-i'],
    rc: '.bashrc',
    own: `${posix.own}; set -u; set -o vi`,
  },
  zsh: {
    ...posix,
    program: 'zsh',
    args: ['-i'],
    rc: '.zshrc',
    own: `${posix.own}; autoload -Uz compinit; compinit -u -D`,
  },
  fish: {
    program: 'fish',
    args: ['-i'],
    rc: '.config/fish/conf.d/ai-tools.fish',
    own: '',
    value: (name) => `set -q ${name}; and echo "[$${name}]"; or echo '[none]'`,
    set: (name, value) => `set -gx ${name} '${value}'`,
    startsProgram: 'codex',
  },
  nu: {
    program: 'nu',
    args: [],
    rc: '.config/nushell/autoload/ai-tools.nu',
    own: '',
    value: (name) => `print $"[($env.${name}? | default none)]"`,
    set: (name, value) => `$env.${name} = '${value}'`,
    mark: (count) => `print (["DO" "NE${count}"] | str join)`,
    startsProgram: '^codex',
  },
};
const installed = Object.entries(dialects).filter(([, { program: name }]) => placeOf(name) !== '');

describe.each(installed)('a real %s, typed to', (_name, dialect) => {
  const { value, set, mark } = dialect;
  const open = async () => {
    shell?.end();
    shell = await typedShell({
      program: placeOf(dialect.program),
      args: dialect.args,
      home,
      env,
      ...(mark && { mark }),
    });
    return shell;
  };
  const init = `init ${dialect.program}`;
  beforeEach(() => {
    if (dialect.own === '') return;
    writeFileSync(join(home, dialect.rc), dialect.own);
  });

  test('init, a new shell: bare names are shims, Tab completes, --shell takes effect, and out again', async () => {
    await tools(`${init} --write`);
    // Further down than our block.
    if (dialect.own !== '')
      writeFileSync(
        join(home, dialect.rc),
        `${readFileSync(join(home, dialect.rc), 'utf8')}${dialect.own}\n`,
      );
    await spawnCli(['shim', 'enable', 'codex'], { home, env });
    await tools('use codex private --global');
    const typed = await open();
    const [work, own] = [await homeOf('work'), await homeOf('private')];
    expect(await typed.type(dialect.startsProgram)).toContain(`REAL codex in [${own}]`);
    expect(await typed.type('ai_tools_prompt')).toContain('codex:private');
    expect(await typed.press('tools whi\t', 'which')).toContain('which');
    await typed.clear();
    expect(await typed.press('tools use codex pri\t', 'private')).toContain('private');
    await typed.clear();
    expect(await typed.type('tools use codex work --shell')).toContain(
      'work is now the account of codex in this shell',
    );
    expect(await typed.type(value('CODEX_HOME'))).toContain(`[${work}]`);
    expect(await typed.type(dialect.startsProgram)).toContain(`REAL codex in [${work}]`);
    expect(await typed.type('tools which codex --why')).toContain('codex#work');
    // Printed on a terminal it would be of no use.
    if (dialect.program === 'nu') return;
    await typed.type('tools env codex --unset');
    expect(await typed.type(value('CODEX_HOME'))).toContain('[none]');
  });

  test('the hook goes along: into an account, into another, out again, and the user’s own value is back', async () => {
    for (const name of ['w/deep', 'p', 'none']) mkdirSync(join(home, name), { recursive: true });
    await tools(`link codex work --dir ${home}/w`);
    await tools(`link codex private --dir ${home}/p`);
    await tools(`${init} --write --hook`);
    const typed = await open();
    await typed.type(set('CODEX_HOME', '/my own'));
    const at = async (directory: string) => {
      await typed.type(`cd '${join(home, directory)}'`);
      return typed.type(value('CODEX_HOME'));
    };
    const [work, own] = [await homeOf('work'), await homeOf('private')];
    expect(await at('none')).toContain('[/my own]');
    expect(await at('w')).toContain(`[${work}]`);
    expect(await at('w/deep')).toContain(`[${work}]`);
    expect(await at('p')).toContain(`[${own}]`);
    expect(await at('none')).toContain('[/my own]');
    expect(await typed.type(value('AI_TOOLS_ENV'))).toContain('[none]');
    // What was chosen on purpose stays.
    await typed.type('tools use codex private --shell');
    expect(await at('w')).toContain(`[${own}]`);
  });

  test('taken away to the byte, and silent where the program and our folder are gone', async () => {
    const before = existsSync(join(home, dialect.rc)) ? readFileSync(join(home, dialect.rc)) : undefined;
    await tools(`${init} --write --hook`);
    rmSync(join(home, 'bin'), { recursive: true });
    const quiet = await (await open()).type(`cd '${home}/real'`);
    expect(quiet.toLowerCase()).not.toMatch(/error|not found|unknown|no such/);
    rmSync(join(home, '.local/share/ai-tools/shells'), { recursive: true });
    const gone = await (await open()).type(`cd '${home}/real'`);
    expect(gone.toLowerCase()).not.toMatch(/error|not found|unknown|no such/);
    await tools(`${init} --remove`);
    const after = existsSync(join(home, dialect.rc)) ? readFileSync(join(home, dialect.rc)) : undefined;
    expect(after).toEqual(before);
  });
});

test('the shells that every system of CI has were among them', () => {
  expect(installed.map(([name]) => name)).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
});
