import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli-world.ts';
import { shareWorld } from '../share-world.ts';

let world: CliWorld;

beforeAll(async () => {
  world = cliWorld();
  for (const label of ['work', 'personal', 'me@example.org']) await world.run(`account add codex ${label}`);
  await world.run('settings set aliases.client.codex work');
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
    ['tools account remove codex ', ['me@example.org', 'personal', 'work']],
    ['tools logout codex -a ', ['me@example.org', 'personal', 'work']],
    ['tools login codex --account ', ['me@example.org', 'personal', 'work']],
    ['tools remove codex#', ['codex#me@example.org', 'codex#personal', 'codex#work']],
    ['tools use codex#s', ['codex#system']],
    ['tools run codex#me@', ['codex#me@example.org']],
    ['tools run codex@', ['codex@default']],
    ['tools run codex@d', ['codex@default']],
    ['tools account move codex work --root ', ['default']],
    ['tools init ', ['bash', 'zsh', 'fish', 'pwsh', 'nu']],
    ['tools settings get ', ['plain', 'aliases.client.codex']],
    ['tools settings set al', ['aliases.client.codex']],
    ['tools env codex --shell z', ['zsh']],
    ['tools env codex --format de', ['devcontainer']],
    ['tools import --from cs', ['cswap']],
    ['tools plugin new acme --kind ', ['data', 'module', 'program']],
    ['tools plugin new acme --kind=m', ['--kind=module']],
    ['tools plugin new acme --language p', ['python']],
    ['tools account add codex ci --secret-ref o', ['op://']],
    ['tools completion ', ['bash', 'zsh', 'fish', 'pwsh', 'nu']],
    ['tools use codex work --g', ['--global']],
    ['tools install -i ', ['default']],
    ['tools help whi', ['which']],
    ['tools run codex -- --', []],
    ['tools run codex -- ', []],
    ['tools nope ', []],
    ['tools info "c', ['claude', 'codex']],
    ['tools --json lis', ['list']],
    ['tools --plugin ./acme lis', ['list']],
    ['tools --plugin=./acme --yes run c', ['claude', 'codex']],
  ])('%s', async (line, expected) => {
    expect(await candidates(line)).toEqual(expected);
  });

  test('what can be shared', async () => {
    const { stdout } = await shareWorld().run([
      'completion',
      'bash',
      '--line',
      'tools share remove alpha -a w s',
    ]);
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(['sessions', 'settings.json', 'skills']);
  });

  test('labels of every script, as they are', async () => {
    const other = cliWorld();
    for (const label of ['büro', '仕事', 'été', 'Ärger', 'a.b_c-d+e@f'])
      await other.run(['account', 'add', 'foo', label]);
    const said = async (line: string) =>
      (await other.run(['completion', 'zsh', '--line', line])).stdout.split('\n').filter(Boolean);
    expect((await said('tools run foo -a ')).sort()).toEqual(
      ['büro', '仕事', 'été', 'Ärger', 'a.b_c-d+e@f', 'system'].sort(),
    );
    expect(await said('tools run foo -a b')).toEqual(['büro']);
    expect(await said('tools run foo -a 仕')).toEqual(['仕事']);
    expect(await said('tools run foo -a Ä')).toEqual(['Ärger']);
  });

  test('paths where a path may stand, for a shell that is not better at it; B131 none that a terminal would act on', async () => {
    const other = cliWorld();
    for (const name of ['play/x', 'play time/x', 'plain', '.hidden/x', 'p\u001b]52;c;x\u0007/x'])
      other.put(name, '');
    const said = async (shell: string, line: string) =>
      (await other.run(['completion', shell, '--line', line])).stdout.split('\n').filter(Boolean);
    expect(await said('fish', 'tools link codex work --dir pl')).toEqual(['plain', 'play time/', 'play/']);
    expect(await said('fish', 'tools link codex work --dir p')).toEqual(['plain', 'play time/', 'play/']);
    expect(await said('nu', 'tools import codex --from ~/.h')).toEqual(['~/.hidden/']);
    expect(await said('fish', `tools trust ${other.home}/play/`)).toEqual([`${other.home}/play/x`]);
    expect(await said('fish', 'tools trust nowhere/')).toEqual([]);
    expect(await said('fish', 'tools --json --plugin pl')).toEqual(['plain', 'play time/', 'play/']);
    expect(await said('fish', 'tools --plugin=pl')).toEqual([
      '--plugin=plain',
      '--plugin=play time/',
      '--plugin=play/',
    ]);
    expect(await said('bash', 'tools --plugin pl')).toEqual([]);
    expect(await said('bash', 'tools trust pl')).toEqual([]);
    expect(await said('zsh', 'tools link codex work --dir pl')).toEqual([]);
  });

  test('what PowerShell or Nushell would act on is not put into their lines; others quote it', async () => {
    const other = cliWorld();
    for (const name of ['p$(id)', 'p;id', 'p’id', 'plain']) other.put(name, '');
    const said = async (shell: string) =>
      (await other.run(['completion', shell, '--line', 'tools trust p'])).stdout.split('\n').filter(Boolean);
    for (const shell of ['pwsh', 'nu']) expect(await said(shell)).toEqual(['plain']);
    expect(await said('fish')).toEqual(['p$(id)', 'p;id', 'plain', 'p’id']);
  });

  test('of many accounts only those are read that begin so', async () => {
    const other = cliWorld();
    for (const label of ['work', 'work-2', 'home']) await other.run(['account', 'add', 'codex', label]);
    const homeOf = await other.homeOf('codex', 'home');
    writeFileSync(join(homeOf, '../account.json'), '{');
    expect((await other.run(['completion', 'bash', '--line', 'tools run codex -a wo'])).stdout).toBe(
      'work\nwork-2\n',
    );
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
    ['a value with a blank', ['tools', 'x', ''], 'tools x ', 'a b\\tit\\n', ['a\\ b']],
    ['letters beyond ASCII', ['tools', 'x', 'b'], 'tools x b', 'büro\\n仕事\\n', ['büro', '仕事']],
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
