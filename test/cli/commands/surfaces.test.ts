import { beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../../../src/index.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(() => {
  world = cliWorld();
});

describe('tools which --all-surfaces', () => {
  test('is a table for programs: one line a surface, its account, and why', async () => {
    await world.run('account add codex work');
    const { code, stdout } = await world.run('which codex --all-surfaces', { registry });
    expect(code).toBe(0);
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows.every((row) => row.length === 4 && row[3] !== '')).toBe(true);
    expect(rows[1]).toEqual(['tools run codex', 'yes', 'system', 'nothing else was ever chosen']);
  });

  test('has every reason whole on a terminal, with the known leaks and what to type', async () => {
    await world.run('account add codex work');
    const { stdout } = await world.run('which codex --all-surfaces', { registry, tty: { columns: 60 } });
    expect(stdout).toContain('VS Code: Codex IDE extension: system, as far as can be seen (not here)\n');
    expect(stdout).toMatch(/known leaks\n {4}read skills of the user/);
    expect(stdout).toMatch(
      /to use another account\n {4}tools shim enable codex\n {4}tools use codex LABEL\n/,
    );
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(80);
    expect(stdout).not.toContain('…\n');
  });

  test('is one document with --json', async () => {
    const report = await world.json('which claude --all-surfaces', { registry });
    expect(report).toMatchObject({ schemaVersion: 1, tool: 'claude' });
    expect(report.surfaces[0]).toEqual({
      surface: 'terminal: claude',
      here: false,
      account: null,
      sure: true,
      because: 'claude is not on PATH',
      change: 'tools shim enable claude',
    });
    expect(report.leaks.length).toBeGreaterThan(5);
  });

  test('B131: what a file of settings holds does not paint the terminal', async () => {
    const variables = { CODEX_HOME: '/x\u001b]52;c;AAAA\u0007\u001b[2J\n\u202e' };
    world.put(
      '.config/Code/User/settings.json',
      JSON.stringify({ 'terminal.integrated.env.linux': variables }),
    );
    for (const tty of [true, false]) {
      const { stdout } = await world.run('which codex --all-surfaces', { registry, tty });
      expect(stdout).toContain('/x');
      expect(stdout.replaceAll('\u001b[1m', '').replaceAll('\u001b[22m', '')).not.toMatch(
        /[\u001b\u0007\u202e]/,
      );
    }
  });
});

describe('tools env --format', () => {
  test('prints the piece alone to stdout, for a file', async () => {
    await world.run('account add codex work', { registry });
    const { code, stdout, stderr } = await world.run('env codex -a work --format mise', { registry });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^# Into mise\.local\.toml .*\n(?:# .*\n)*\[env\]\nCODEX_HOME = "/);
  });

  test('says what to mind to a person, too', async () => {
    await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-CANARY-9f3' });
    const { stdout, stderr } = await world.run('env codex -a ci --format vscode', { registry, tty: true });
    expect(stderr).toContain('the key is not in here');
    expect(stdout).toContain('// Note: the key is not in here');
    expect(stdout + stderr).not.toContain('CANA');
  });

  test('is one document with --json', async () => {
    await world.run('account add codex work');
    expect(await world.json('env codex -a work --format devcontainer', { registry })).toMatchObject({
      schemaVersion: 1,
      tool: 'codex',
      account: 'work',
      format: 'devcontainer',
      file: '.devcontainer/devcontainer.json',
      warnings: expect.any(Array),
      text: expect.stringContaining('"remoteEnv"'),
    });
  });

  test.each([
    ['env codex --format nope', '"nope" is not one of: vscode, devcontainer, direnv, mise.'],
    ['env codex --format vscode --shell bash', '--format'],
    ['env codex --format vscode --unset', '--format'],
  ])('%s is refused', async (line, says) => {
    const { code, stdout, stderr } = await world.run(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
  });
});

describe('--secret-ref', () => {
  test('an account that refers to a key is listed as such, runs with it, and nobody is asked before', async () => {
    const codex = world.fake('codex', ({ env, note }) => note('key', env.OPENAI_API_KEY));
    expect(await world.run('account add codex ci --secret-ref op://Work/openai/key')).toMatchObject({
      code: 0,
      stdout: '',
    });
    for (const line of ['list', 'status', 'whoami codex -a ci'])
      expect((await world.run(line)).stdout, line).toContain('key from op');
    expect(await world.run('run codex -a ci')).toMatchObject({
      code: 4,
      stdout: '',
      stderr:
        'tools: the key of codex#ci could not be had from op: op is not on PATH. Nothing was started. (SECRET_UNRESOLVED, exit 4)\ntry:   op read op://Work/openai/key > /dev/null\n',
    });
    expect(codex.runs()).toEqual([]);

    const op = world.fake('op', ({ say }) => say('sk-dummy-CANARY-9f3'));
    const { code, stdout, stderr } = await world.run('run codex -a ci -- --version');
    expect({ code, said: (stdout + stderr).includes('CANA') }).toEqual({ code: 0, said: false });
    expect(codex.runs()).toMatchObject([{ argv: ['--version'], notes: { key: 'sk-dummy-CANARY-9f3' } }]);
    expect(op.runs()).toHaveLength(1);
    expect((await world.run('env codex -a ci --reveal -s sh')).stdout).toContain("'sk-dummy-CANARY-9f3'");
  });

  test('is asked for by exec and given to its program alone', async () => {
    world.fake('op', ({ say }) => say('sk-dummy-CANARY-9f3'));
    const mine = world.fake('mine', ({ env, note }) => note('key', env.OPENAI_API_KEY));
    await world.run('account add codex ci --secret-ref op://Work/openai/key');
    expect((await world.run('exec codex -a ci -- mine')).code).toBe(0);
    expect(mine.runs()[0]?.notes).toEqual({ key: 'sk-dummy-CANARY-9f3' });
  });

  test('login puts one in the place of another with --yes, and asks nobody without a terminal', async () => {
    await world.run('account add codex ci --secret-ref op://Work/openai/key');
    const refused = await world.run('login codex -a ci --secret-ref pass:ai/codex');
    expect(refused).toMatchObject({ code: 4 });
    expect(refused.stderr).toContain('codex#ci belongs to the key in op://Work/openai/key');
    expect(refused.stderr).toContain("try:   tools login codex -a ci --secret-ref 'pass:ai/codex' --yes\n");
    expect((await world.run('login codex -a ci --secret-ref pass:ai/codex --yes')).code).toBe(0);
    expect((await world.run('list')).stdout).toContain('key from pass');
  });

  test.each([
    ['account add codex ci --secret-ref sk-dummy-CANARY-9f3', 2, 'no secret reference'],
    ['account add codex --secret-ref sk-dummy-CANARY-9f3', 2, 'no secret reference'],
    ['account add codex ci --with-api-key --secret-ref op://a/b/c', 2, '--secret-ref'],
    ['account add foo ci --secret-ref op://a/b/c', 2, 'foo takes no API key for an account'],
  ])('%s is refused, and repeats no key', async (line, code, says) => {
    const result = await world.run(line, { stdin: 'sk-dummy-0' });
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(says);
    expect(result.stderr).not.toContain('CANA');
    expect((await world.json('list')).accounts).toEqual([]);
  });

  test('a trusted file of a repository can name none: only the user’s own account does', async () => {
    const mine = world.fake('mine', ({ say }) => say('sk-dummy-CANARY-9f3'), { unused: true });
    const codex = world.fake('codex', ({ env, note }) => note('key', env.OPENAI_API_KEY ?? null));
    await world.run('account add codex ci --secret-ref env:CI_KEY');
    const reference = `command:["${mine.path}"]`;
    const file = world.put(
      'repo/.ai-tools.toml',
      `keyFrom = '${reference}'\n[accounts]\ncodex = "ci"\nsecret-ref = '${reference}'\n[secrets.codex]\nref = '${reference}'\n`,
    );
    await world.run(['trust', file, '--yes']);
    const cwd = `${world.home}/repo`;
    const { code } = await world.run('run codex', { cwd, env: { CI_KEY: 'sk-dummy-own' } });
    expect(code).toBe(0);
    expect(codex.runs()[0]?.notes).toEqual({ key: 'sk-dummy-own' });
  });

  test('doctor names a keeper that is not there, and two places of one key', async () => {
    await world.run('account add codex ci --secret-ref command:["/nowhere/keeper"]');
    await world.run('account add codex ci2 --secret-ref env:CI_KEY');
    const findings = async () =>
      (await world.json('doctor codex')).findings
        .map(({ code }: { code: string }) => code)
        .filter((code: string) => /^(?:SECRET|KEY)_/.test(code));
    expect(await findings()).toEqual(['SECRET_SOURCE_MISSING']);
    const home = await world.homeOf('codex', 'ci2');
    world.put(`${home.slice(world.home.length)}/../secret.json`, '{"schemaVersion":1,"key":"sk-dummy-0"}');
    expect(await findings()).toContain('KEY_UNCLEAR');
  });
});
