import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { codexLogin } from '../../accounts/login-world.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(() => {
  world = cliWorld();
});

describe('tools login', () => {
  test('the tool’s own login makes an account; news go to stderr, nothing to stdout', async () => {
    const codex = world.fake('codex', ({ env, write }) =>
      write(`${env.CODEX_HOME}/auth.json`, '{"tokens":{"access_token":"x","account_id":"user-1"}}'),
    );
    expect(await world.run('login codex --account work')).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'made codex#work: user-1\nnext: tools run codex -a work\nto make it the default: tools use codex work\n',
    });
    expect(codex.runs()[0]?.argv).toEqual(['login']);
    expect(existsSync(join(world.home, '.codex'))).toBe(false);
  });

  test.each(['--account work', '-a work', '--profile work', '--account=work'])(
    '%s names the account',
    async (option) => {
      world.fake('codex', ({ env, write }) =>
        write(`${env.CODEX_HOME}/auth.json`, '{"OPENAI_API_KEY":"sk-dummy-1"}'),
      );
      expect((await world.run(`login codex ${option}`)).code).toBe(0);
      expect((await world.json('list')).accounts[0].label).toBe('work');
    },
  );

  test('with a key on stdin and --yes it asks nothing, and the key is not in argv', async () => {
    const codex = world.fake(
      'codex',
      ({ env, stdin, write }) =>
        write(`${env.CODEX_HOME}/auth.json`, JSON.stringify({ OPENAI_API_KEY: stdin.trim() })),
      { readsStdin: true },
    );
    const { code, stdout } = await world.run('login codex -a ci --with-api-key --yes --json', {
      stdin: 'sk-dummy-123\n',
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      renewed: false,
      account: { tool: 'codex', label: 'ci' },
    });
    expect(stdout).not.toContain('sk-dummy-123');
    expect(codex.runs()[0]).toMatchObject({ argv: ['login', '--with-api-key'], stdin: 'sk-dummy-123\n' });
  });

  test.each([
    ['nothing', '', 'there is nothing'],
    ['two lines', 'sk-dummy-1\nsk-dummy-2\n', 'more than one line'],
    ['a blank', 'sk dummy', 'a blank'],
    ['a control character', 'sk-\x1b[2J', 'a control character'],
    ['far too much', 'x'.repeat(20_000), 'too long'],
  ])('%s on stdin is no key', async (_case, stdin, said) => {
    const { code, stderr } = await world.run('login codex -a ci --with-api-key', { stdin });
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect((await world.json('list')).accounts).toEqual([]);
  });

  test('a missing tool that nobody can be asked about: exit 127 and the command that installs it', async () => {
    const { code, stderr } = await world.run('login codex -a work');
    expect(code).toBe(127);
    expect(stderr).toContain('try:   tools install codex');
    expect((await world.json('list')).accounts).toEqual([]);
  });

  test('what stands after -- goes to the tool’s login command', async () => {
    const codex = world.fake('codex', ({ env, write }) =>
      write(`${env.CODEX_HOME}/auth.json`, '{"OPENAI_API_KEY":"sk-dummy-1"}'),
    );
    await world.run('login codex -a work -- --device-auth -x');
    expect(codex.runs()[0]?.argv).toEqual(['login', '--device-auth', '-x']);
  });
});

test('account add: a label, an address, or a key on stdin', async () => {
  expect((await world.run('account add codex work')).stderr).toBe(
    'made codex#work\nnext: tools run codex -a work\n',
  );
  expect((await world.run('account add codex#personal')).code).toBe(0);
  expect((await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-123' })).code).toBe(0);
  const { accounts } = await world.json('account list codex');
  expect(accounts.map(({ label, kind }: { label: string; kind: string }) => [label, kind])).toEqual([
    ['ci', 'key'],
    ['personal', 'login'],
    ['work', 'login'],
  ]);
});

test('account confirm: the same person in another organisation', async () => {
  const id = (organizationUuid: string, accountUuid = 'u-1') =>
    JSON.stringify({ oauthAccount: { accountUuid, organizationUuid, emailAddress: 'me@example.org' } });
  world.fake('claude', ({ env, write }) => {
    write(`${env.CLAUDE_CONFIG_DIR}/.credentials.json`, '{"claudeAiOauth":{"accessToken":"x"}}');
    write(
      `${env.CLAUDE_CONFIG_DIR}/.claude.json`,
      '{"oauthAccount":{"accountUuid":"u-1","organizationUuid":"o-1","emailAddress":"me@example.org"}}',
    );
  });
  await world.run('login claude -a work');
  const home = await world.homeOf('claude', 'work');
  world.put(join(home, '.claude.json').slice(world.home.length + 1), id('o-2'));
  expect((await world.run('run claude -a work')).stderr).toContain(
    '(ORGANIZATION_CHANGED, exit 4)\ntry:   tools account confirm claude#work',
  );
  const { code, stdout } = await world.run('account confirm claude#work --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    account: { identity: { organization: 'o-2' } },
    before: { organization: 'o-1' },
  });
});

test('logout: the account stays, and says that it is logged out', async () => {
  world.fake('codex', ({ argv, env, write, remove }) => {
    if (argv[0] === 'logout') remove(`${env.CODEX_HOME}/auth.json`);
    else write(`${env.CODEX_HOME}/auth.json`, '{"OPENAI_API_KEY":"sk-dummy-1"}');
  });
  await world.run('login codex -a work');
  expect((await world.run('logout codex -a work')).stderr).toBe('logged out codex#work\n');
  expect((await world.run('logout codex work')).stderr).toBe('codex#work was not logged in\n');
  expect((await world.run('whoami codex -a work')).code).toBe(4);
  expect((await world.json('list')).accounts).toHaveLength(1);
});

test('rename: the directory stays where it is', async () => {
  await world.run('account add codex work');
  const home = await world.homeOf('codex', 'work');
  expect((await world.run('rename codex work office')).stderr).toBe('codex#work is now codex#office\n');
  expect((await world.run('account rename codex#office acme --json')).stdout).toContain('"before": "office"');
  expect(await world.homeOf('codex', 'acme')).toBe(home);
});

describe('tools remove', () => {
  test('B136: in use and logged in: without consent nothing, with it the default is cleared and none chosen', async () => {
    await world.run('account add codex work');
    await world.run('account add codex other');
    await world.run('use codex work');
    const home = await world.homeOf('codex', 'work');
    world.put(join(home, 'auth.json').slice(world.home.length + 1), codexLogin('user-1'));
    const refused = await world.run('account remove codex work');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('--yes');
    expect(existsSync(join(home, 'auth.json'))).toBe(true);

    const { stdout } = await world.run('account remove codex work --yes --json');
    const removed = JSON.parse(stdout);
    expect(removed).toMatchObject({ schemaVersion: 1, wasDefault: true, tool: 'codex', label: 'work' });
    expect(readFileSync(join(removed.trash, 'home/auth.json'), 'utf8')).toBe(codexLogin('user-1'));
    expect(existsSync(home)).toBe(false);
    const next = await world.run('run codex');
    expect(next.code).toBe(3);
    expect(next.stderr).toContain('no account chosen');
  });

  test('--dry-run and no terminal change nothing', async () => {
    await world.run('account add codex work');
    const { code, stdout } = await world.run('rm codex#work --dry-run');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^would remove codex#work \(/),
    });
    expect((await world.json('list')).accounts).toHaveLength(1);
  });
});
