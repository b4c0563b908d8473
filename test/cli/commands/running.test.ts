import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { tempHome } from '../../support/temp-home.ts';
import { type CliWorld, cliRegistry, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  await world.run('account add codex work');
});

describe('tools run', () => {
  const hostile = ['--account', 'x', '--', '-p', 'a  b', '', '--help', '*', '\n', 'l\n$x', '-h', '--json'];

  test('B065: everything after -- arrives as it is, our own options do not', async () => {
    const codex = world.fake('codex', () => 0);
    expect((await world.run(['run', 'codex', '--account', 'work', '--', ...hostile])).code).toBe(0);
    expect(codex.runs()[0]?.argv).toEqual(hostile);
    expect(codex.runs()[0]?.env.CODEX_HOME).toBe(await world.homeOf('codex', 'work'));
  });

  test('words without a dash may stand before --', async () => {
    const codex = world.fake('codex', () => 0);
    await world.run('run codex login status -a work -- --json');
    expect(codex.runs()[0]?.argv).toEqual(['login', 'status', '--json']);
  });

  test('B065: --version before -- has one meaning: it is refused, and the program never starts', async () => {
    world.fake('codex', () => 0, { unused: true });
    const { code, stdout, stderr } = await world.run('run codex --account work --version');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'tools: "run" has no option --version; what is meant for the program goes after --. (OPTION_UNKNOWN, exit 2)\ntry:   tools run codex --account work -- --version\n',
    );
  });

  test('--help before -- is ours, wherever it stands', async () => {
    world.fake('codex', () => 0, { unused: true });
    expect((await world.run('run codex -a work --help')).stdout).toContain('Start the tool under an account');
  });

  test.each([0, 1, 2, 7, 42, 126])('the exit code of the tool is ours: %i', async (code) => {
    world.fake('codex', ({ argv }) => Number(argv[0]));
    expect((await world.run(['run', 'codex', '-a', 'work', '--', String(code)])).code).toBe(code);
  });

  test('what is taken away from the tool is named on stderr, and --keep-env keeps it', async () => {
    const codex = world.fake('codex', () => 0);
    const env = { OPENAI_API_KEY: 'sk-dummy-123456' };
    const { stderr } = await world.run('run codex -a work', { env });
    expect(stderr.match(/OPENAI_API_KEY is not passed on/g)).toHaveLength(1);
    await world.run('run codex -a work --keep-env OPENAI_API_KEY', { env });
    expect(codex.runs().map((run) => run.env.OPENAI_API_KEY)).toEqual([undefined, 'sk-dummy-123456']);
    expect((await world.run('run codex -a work --quiet', { env })).stderr).toBe('');
  });

  test('a missing program: 127 and how to get it', async () => {
    const { code, stderr } = await world.run('run codex -a work');
    expect(code).toBe(127);
    expect(stderr).toContain('(PROGRAM_NOT_FOUND, exit 127)\ntry:   tools install codex');
  });
});

describe('tools exec', () => {
  test('any program, in the account’s environment, its exit code ours', async () => {
    const other = world.fake('other', ({ argv }) => Number(argv[1]));
    expect((await world.run('exec codex#work -- other --code 9')).code).toBe(9);
    expect(other.runs()[0]).toMatchObject({
      argv: ['--code', '9'],
      env: { CODEX_HOME: await world.homeOf('codex', 'work') },
    });
  });

  test.each([
    ['nosuch', 127, 'PROGRAM_NOT_FOUND'],
    ['/etc/passwd', 126, 'CANNOT_START'],
  ])('%s cannot be started: %i', async (program, exit, code) => {
    const { code: got, stderr } = await world.run(['exec', 'codex', '-a', 'work', '--', program]);
    expect(got).toBe(exit);
    expect(stderr).toContain(`(${code}, exit ${exit})`);
  });
});

describe('tools env', () => {
  test.each([
    ['/bin/bash', 'export CODEX_HOME='],
    ['/usr/bin/zsh', 'export CODEX_HOME='],
    ['/bin/dash', 'export CODEX_HOME='],
    ['/usr/bin/fish', 'set -gx CODEX_HOME '],
    ['/usr/bin/pwsh', '$env:CODEX_HOME = '],
    ['', 'export CODEX_HOME='],
  ])('SHELL=%s speaks its language', async (shell, begin) => {
    const { stdout } = await world.run('env codex -a work', { env: { SHELL: shell } });
    expect(stdout).toContain(begin);
  });

  test('--shell json and --json are one document', async () => {
    const home = await world.homeOf('codex', 'work');
    expect(JSON.parse((await world.run('env codex -a work -s json')).stdout)).toMatchObject({
      schemaVersion: 1,
      set: { CODEX_HOME: home },
    });
    expect(await world.json('env codex -a work')).toMatchObject({
      schemaVersion: 1,
      tool: 'codex',
      account: 'work',
      set: { CODEX_HOME: home },
    });
  });

  test('B055: the tool’s own login is an unset variable, not its default directory', async () => {
    const { stdout } = await world.run('env codex -a system', {
      env: { CODEX_HOME: join(world.home, '.codex') },
    });
    expect(stdout).toContain('unset CODEX_HOME\n');
    expect(stdout).not.toContain('export CODEX_HOME');
  });

  test.each(['sh', 'bash', 'zsh'])(
    'B107: a path full of shell code arrives byte for byte in %s',
    async (shell) => {
      const home = join(tempHome(), 'a b\'c"d$(touch CAN)`touch CAN`;e\nf');
      mkdirSync(home);
      const input = { home, registry: cliRegistry() };
      await runCli(['account', 'add', 'codex', 'work'], input);
      const { stdout: lines } = await runCli(['env', 'codex', '-a', 'work', '--shell', shell], input);
      const folder = tempHome();
      const said = execFileSync(shell, ['-c', `${lines}printf %s "$CODEX_HOME"`], {
        cwd: folder,
        encoding: 'utf8',
      });
      const { accounts } = JSON.parse((await runCli(['list', '--json'], input)).stdout);
      expect(said).toBe(accounts[0].home);
      expect(execFileSync('ls', [folder], { encoding: 'utf8' })).toBe('');
    },
  );

  test('in that shell our own commands take the account, too, and those of other tools do not', async () => {
    await world.run('account add codex other');
    await world.run('use codex other');
    const { set } = await world.json('env codex -a work');
    const which = async (tool: string, env: Record<string, string>) =>
      (await world.json(`whoami ${tool}`, { env }).catch(String)).toString().match(/\w+#\w+/)?.[0];
    expect(await which('codex', {})).toBe('codex#other');
    expect(await which('codex', set)).toBe('codex#work');
    expect(await which('claude', set)).toBe('claude#system');
    const { set: both } = await world.json('env claude -a system', { env: set });
    expect(await which('codex', { ...set, ...both })).toBe('codex#work');
    // Within a launch of another account it is that of the shell no more.
    const codex = world.fake('codex', () => 0);
    await world.run('run codex -a other', { env: set });
    expect(codex.runs()[0]?.env).not.toHaveProperty('AI_TOOLS_ACCOUNT_CODEX');
  });

  test('B109: after a switch nothing of the former account is left, and the user’s own value comes back', async () => {
    await world.run('account add codex other');
    let shell: Record<string, string> = { CODEX_HOME: '/mine/before' };
    const switchTo = async (line: string): Promise<void> => {
      const { stdout } = await world.run(`${line} -s json`, { env: shell });
      const { set, unset } = JSON.parse(stdout);
      shell = Object.fromEntries(
        Object.entries({ ...shell, ...set }).filter(([name]) => !unset.includes(name)),
      ) as Record<string, string>;
    };
    await switchTo('env codex -a work');
    expect(shell.CODEX_HOME).toBe(await world.homeOf('codex', 'work'));
    await switchTo('env codex -a other');
    expect(shell.CODEX_HOME).toBe(await world.homeOf('codex', 'other'));
    await switchTo('env codex --unset');
    expect(shell).toEqual({ CODEX_HOME: '/mine/before' });
  });
});
