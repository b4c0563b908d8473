import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeAll(async () => {
  world = cliWorld();
  for (const label of ['work', 'personal', 'me@example.org']) await world.run(`account add codex ${label}`);
});

const candidates = async (line: string, shell = 'bash'): Promise<readonly string[]> => {
  const { code, stdout } = await world.run(['completion', shell, '--line', line]);
  expect(code).toBe(0);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t')[0] ?? '');
};

describe('what may stand there', () => {
  test.each([
    ['tools lo', ['login', 'logout']],
    ['tools account ', ['add', 'confirm', 'move', 'list', 'rename', 'remove']],
    ['tools run ', ['claude', 'codex', 'foo']],
    ['tools run c', ['claude', 'codex']],
    ['tools run codex -a ', ['me@example.org', 'personal', 'work', 'system']],
    ['tools run codex --account w', ['work']],
    ['tools run codex --account=w', ['--account=work']],
    ['tools run codex#p', ['codex#personal']],
    ['tools logout codex p', ['personal']],
    ['tools rename codex w', ['work']],
    ['tools account remove codex ', ['me@example.org', 'personal', 'work', 'system']],
    ['tools env codex --shell z', ['zsh']],
    ['tools completion ', ['bash', 'zsh', 'fish', 'pwsh']],
    ['tools use codex work --g', ['--global']],
    ['tools install -i ', ['default']],
    ['tools help whi', ['which']],
    ['tools run codex -- --', []],
    ['tools run codex -- ', []],
    ['tools nope ', []],
    ['tools info "c', ['claude', 'codex']],
    ['tools --json li', ['list']],
  ])('%s', async (line, expected) => {
    expect(await candidates(line)).toEqual(expected);
  });

  test('nothing that was typed is run', async () => {
    await candidates(`tools run $(touch ${world.home}/CAN) \`touch ${world.home}/CAN\` `);
    expect(execFileSync('ls', [world.home], { encoding: 'utf8' })).not.toContain('CAN');
  });

  test('a damaged state is no reason to fail', async () => {
    const broken = cliWorld();
    broken.put('.local/share/ai-tools/layout.json', '{');
    const { code, stdout } = await broken.run(['completion', 'bash', '--line', 'tools run codex -a ']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});

describe('the scripts, in real shells, with a stand-in that answers', () => {
  /** Answers as the program would, for what the shells ask below. */
  const standIn = (answers: Readonly<Record<string, string>>): string => {
    const cases = Object.entries(answers).map(([line, answer]) => `'${line}') printf %b '${answer}' ;;`);
    const file = join(world.home, 'bin/tools');
    writeFileSync(
      file,
      `#!/bin/sh\n[ "$1 $3" = "completion --line" ] || exit 9\ncase "$4" in\n${cases.join('\n')}\nesac\n`,
    );
    chmodSync(file, 0o755);
    return file;
  };
  const env = () => ({ PATH: `${join(world.home, 'bin')}:/usr/bin:/bin`, HOME: world.home });
  const script = async (shell: string) => (await world.run(`completion ${shell}`)).stdout;

  test.each([
    ['a word', ['tools', 'run', 'co'], 'tools run co', 'codex\\tCodex CLI\\n', ['codex']],
    ['an address', ['tools', 'run', 'codex#w'], 'tools run codex#w', 'codex#work\\n', ['codex#work']],
    [
      'a value after =',
      ['tools', 'run', 'codex', '--account', '=', 'w'],
      'tools run codex --account=w',
      '--account=work\\n',
      ['work'],
    ],
    [
      'nothing after =',
      ['tools', 'run', 'codex', '--account', '='],
      'tools run codex --account=',
      '--account=work\\n',
      ['work'],
    ],
    [
      'a label with an at sign',
      ['tools', 'run', 'codex', '-a', 'me', '@', 'ex'],
      'tools run codex -a me@ex',
      'me@example.org\\n',
      ['@example.org'],
    ],
  ])('bash alone, no bash-completion: %s', async (_case, words, line, answer, expected) => {
    standIn({ [line]: answer });
    const driver = `${await script('bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; COMP_LINE='${line}'; COMP_POINT=${line.length}
_tools_complete tools
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const said = execFileSync('bash', ['--norc', '--noprofile', '-uec', driver], {
      env: env(),
      encoding: 'utf8',
    });
    expect(said.trim().split('\n')).toEqual(expected);
  });

  test('bash: sourced twice without a word, and tied to both names', async () => {
    const twice = `${await script('bash')}\n${await script('bash')}\ncomplete -p tools ai-tools`;
    const said = execFileSync('bash', ['--norc', '-uec', twice], { env: env(), encoding: 'utf8' });
    expect(said).toBe(
      'complete -o default -F _tools_complete tools\ncomplete -o default -F _tools_complete ai-tools\n',
    );
  });

  test('fish completes with descriptions', async () => {
    standIn({ 'tools run co': 'codex\\tCodex CLI\\n' });
    const said = execFileSync(
      'fish',
      ['--no-config', '-c', `${await script('fish')}\ncomplete -C 'tools run co'`],
      { env: env(), encoding: 'utf8' },
    );
    expect(said).toBe('codex\tCodex CLI\n');
  });

  test('zsh takes the script and ties it to both names', async () => {
    const file = join(world.home, 'tools.zsh');
    writeFileSync(file, await script('zsh'));
    const driver = `autoload -Uz compinit; compinit -u -D; source ${file}; print $_comps[tools] $_comps[ai-tools]`;
    const said = execFileSync('zsh', ['-f', '-c', driver], { env: env(), encoding: 'utf8' });
    expect(said).toBe('_tools_complete _tools_complete\n');
  });

  test('PowerShell is given the line as one argument', async () => {
    expect(await script('pwsh')).toContain('Register-ArgumentCompleter -Native -CommandName tools, ai-tools');
  });
});
