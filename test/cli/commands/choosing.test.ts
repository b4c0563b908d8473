import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { codexLogin } from '../../accounts/login-world.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  for (const label of ['work', 'personal']) await world.run(`account add codex ${label}`);
});

async function logIn(label: string, who: string): Promise<void> {
  const file = world.put(
    join(await world.homeOf('codex', label), 'auth.json').slice(world.home.length + 1),
    codexLogin(who),
  );
  chmodSync(file, 0o600);
}

test('use: without a scope the global default, and it says so', async () => {
  expect((await world.run('use codex work')).stderr).toBe('work is now the global default of codex\n');
  expect((await world.run('use codex#personal --global')).stderr).toBe(
    'personal is now the global default of codex\n',
  );
  expect(await world.json('use codex work --dry-run')).toMatchObject({
    schemaVersion: 1,
    dryRun: true,
    account: 'work',
  });
  expect((await world.json('default codex')).defaults).toEqual([
    { tool: 'codex', state: 'account', account: 'personal' },
  ]);
});

test.each([
  ['use codex work --dir ../p', 'link codex work --dir ../p'],
  ['use codex work --dir=../p', 'link codex work --dir ../p'],
  ['use codex -a work --dir ../p --json', 'link codex -a work --json --dir ../p'],
  ['use --dir ../p codex work', 'link codex work --dir ../p'],
  ['use codex#work --dir ../p', 'link codex#work --dir ../p'],
])('%s is told of link', async (typed, next) => {
  const { code, stderr } = await world.run(typed);
  expect(code).toBe(2);
  expect(stderr).toContain('../p');
  expect(stderr).toContain(`tools ${next}`);
  expect((await world.json('links')).links).toEqual([]);
});

test.each([
  'use codex work --dir',
  'use codex --dir work',
  'use --dir codex#work',
  'use --dir codex -a work',
])('%s is a link of this directory', async (typed) => {
  expect(await world.run(typed)).toMatchObject({ code: 0 });
  expect((await world.json('links')).links).toMatchObject([{ directory: world.home }]);
});

test('use: a variable that outranks the default is named', async () => {
  const { stderr } = await world.run('use codex work', { env: { AI_TOOLS_ACCOUNT: 'personal' } });
  expect(stderr).toBe(
    'work is now the global default of codex\nhere personal is used all the same: AI_TOOLS_ACCOUNT=personal\n',
  );
});

test('use and link say on a terminal that the bare name does not obey yet, and what makes it', async () => {
  world.fake('codex', () => {}, { unused: true });
  const tty = { tty: true, env: { NO_COLOR: '1' } };
  const news = 'a bare codex still uses system: tools shim enable codex\n';
  expect((await world.run('use codex work', tty)).stderr).toContain(news);
  expect((await world.run('link codex work', tty)).stderr).toContain(news);
  expect((await world.run('use codex work')).stderr).not.toContain('bare');
  expect((await world.run('use codex system --global', tty)).stderr).not.toContain('bare');
  await world.run('init bash --write --hook');
  expect((await world.run('use codex work', tty)).stderr).not.toContain('bare');
});

test('default: shown, set, taken away', async () => {
  expect((await world.run('default')).stdout).toBe('claude\tnone\ncodex\tnone\nfoo\tnone\n');
  await world.run('default codex work');
  expect((await world.run('default codex')).stdout).toBe('codex\twork\n');
  await world.run('default codex system');
  expect((await world.run('default codex')).stdout).toBe('codex\tsystem\n');
  await world.run('default codex --unset');
  expect((await world.run('default codex')).stdout).toBe('codex\tnone: choose one\n');
  expect((await world.run('env codex')).code).toBe(3);
});

describe('tools list', () => {
  test('B138: the login that was there before shows as system, and is the one in use', async () => {
    world.put('.codex/auth.json', codexLogin('old-me'));
    const { accounts } = await world.json('list codex');
    expect(accounts.find(({ kind }: { kind: string }) => kind === 'system')).toMatchObject({
      label: 'system',
      active: true,
      identity: { subject: 'old-me' },
    });
  });

  test('the star is on the account that a launch here would use', async () => {
    const starred = async (env = {}) =>
      (await world.run('ls codex', { env })).stdout
        .split('\n')
        .find((row) => row.startsWith('*'))
        ?.split('\t')[2];
    await world.run('use codex work');
    expect(await starred()).toBe('work');
    expect(await starred({ AI_TOOLS_ACCOUNT_CODEX: 'personal' })).toBe('personal');
  });

  test('on a terminal a tool without a star says how to choose', async () => {
    const tty = { tty: true, env: { NO_COLOR: '1' } };
    expect((await world.run('list', tty)).stderr).toBe(
      'none of codex is chosen yet: tools use codex personal\n',
    );
    await world.run('use codex work');
    expect((await world.run('list', tty)).stderr).toBe('');
    expect((await cliWorld().run('list codex', tty)).stderr).toBe(
      'no account yet: tools login codex -a LABEL makes one (tools tools lists what is known)\n',
    );
  });

  test('an empty list is no failure', async () => {
    expect(await cliWorld().run('list')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await cliWorld().json('list')).toEqual({ schemaVersion: 1, accounts: [] });
  });

  test('on a terminal it has heads, and fits a narrow one', async () => {
    const wide = await world.run('list', { tty: { columns: 100 }, env: { NO_COLOR: '1' } });
    expect(wide.stdout.split('\n')[0]).toMatch(/^ +TOOL +ACCOUNT +SHARES$/);
    const narrow = await world.run('list', { tty: { columns: 40 }, env: { NO_COLOR: '1' } });
    for (const row of narrow.stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(40);
  });

  test('status says who is active on a narrow terminal, too', async () => {
    await world.run('use codex work');
    const narrow = await world.run('status codex', { tty: { columns: 40 }, env: { NO_COLOR: '1' } });
    expect(narrow.stdout).toMatch(/work .*the default/);
    for (const row of narrow.stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(40);
  });

  test.each([
    [{ NO_COLOR: '1' }, true, false],
    [{}, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{}, false, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ])('colours with %j, terminal %s: %s', async (env, tty, colored) => {
    expect((await world.run('list', { tty, env })).stdout.includes('\x1b')).toBe(colored);
  });

  test('help has colours by the same rule', async () => {
    expect((await world.run('help', { env: { FORCE_COLOR: '1' } })).stdout).toContain('\x1b[1m');
    expect((await world.run('list -h', { tty: true, env: { NO_COLOR: '1' } })).stdout).not.toContain('\x1b');
  });
});

describe('tools status', () => {
  test('each account, whether it is logged in, and why one is active', async () => {
    await logIn('work', 'user-1');
    await world.run('use codex work');
    expect((await world.run('status codex')).stdout).toBe(
      '✗\tcodex\tpersonal\tlogged out\t\t\t\t\tdefault\n✓\tcodex\twork\tlogged in\tuser-1\t\tfile\tthe default\tdefault\n',
    );
    expect(await world.json('status codex')).toMatchObject({
      schemaVersion: 1,
      tools: [
        {
          tool: 'codex',
          chosen: { account: 'work', rule: 'default' },
          problems: [],
          accounts: [{}, { state: 'loggedIn', store: 'file' }],
        },
      ],
    });
  });

  test('nothing chosen: says so and fails', async () => {
    await world.run('default codex work');
    await world.run('remove codex work --yes');
    const { code, stdout, stderr } = await world.run('status');
    expect(code).toBe(3);
    expect(stdout).toContain('personal');
    expect(stderr).toContain('no account chosen');
  });

  test('--short: what somebody chose, for a prompt', async () => {
    expect((await world.run('status --short')).stdout).toBe('');
    await world.run('use codex work');
    expect((await world.run('status --short')).stdout).toBe('codex:work\n');
    expect((await world.run('status --short', { env: { AI_TOOLS_ACCOUNT_CLAUDE: 'gone' } })).stdout).toBe(
      'claude:? codex:work\n',
    );
  });
});

test('whoami: nobody in the login that is used, and another account to use instead', async () => {
  expect((await world.run('whoami codex')).stderr).toContain('try:   tools use codex personal\n');
  expect((await world.run('whoami claude')).stderr).toContain('try:   tools run claude -a system\n');
});

test('whoami: a key goes by a few characters of its fingerprint', async () => {
  await world.run('account add codex ci --with-api-key', { stdin: 'sk-dummy-123' });
  const { identity } = await world.json('whoami codex -a ci');
  const { stdout } = await world.run('whoami codex -a ci');
  expect(stdout).toMatch(/^codex#ci {2}API key [0-9a-f]{8}\n$/);
  expect(identity.keyFingerprint).toContain(stdout.trim().slice(-8));
});

test('whoami: who, or that nobody is', async () => {
  await logIn('work', 'user-1');
  expect((await world.run('whoami codex -a work')).stdout).toBe('codex#work  user-1\n');
  expect(await world.json('whoami codex#work')).toMatchObject({
    schemaVersion: 1,
    account: 'work',
    state: 'loggedIn',
    identity: { subject: 'user-1' },
  });
  expect(await world.run('whoami codex -a personal')).toMatchObject({ code: 4, stdout: '' });
});

describe('tools which', () => {
  test('the program, and with --why the account and the rule', async () => {
    const { path } = world.fake('codex', () => 0, { unused: true });
    expect((await world.run('which codex')).stdout).toBe(`${path}\n`);
    expect((await world.run('which codex#work --why')).stdout).toBe(`${path}\ncodex#work: --account work\n`);
    expect(await world.json('which codex -a work')).toMatchObject({
      schemaVersion: 1,
      tool: 'codex',
      account: 'work',
      rule: 'option',
      program: { file: path, source: 'path', installation: 'default' },
    });
  });

  test('--all of nothing says how to install', async () => {
    const { code, stdout, stderr } = await world.run('which codex --all', { env: { PATH: '/nowhere' } });
    expect({ code, stdout }).toEqual({ code: 127, stdout: '' });
    expect(stderr).toContain('try:   tools install codex');
  });

  test('B084: --all lists the good ones and the bad ones with reasons', async () => {
    const dir = join(world.home, 'd');
    world.put('d/1/codex/x', '');
    chmodSync(world.put('d/2/codex', '#!/bin/sh\n'), 0o644);
    for (const good of ['d/3/codex', 'd/4/codex']) chmodSync(world.put(good, '#!/bin/sh\n'), 0o755);
    const env = { PATH: ['1', '2', '3', '4'].map((name) => join(dir, name)).join(':') };
    const { stdout } = await world.run('which codex --all --json', { env });
    expect(JSON.parse(stdout)).toMatchObject({
      found: [{ path: join(dir, '3/codex') }, { path: join(dir, '4/codex') }],
      rejected: [
        { path: join(dir, '1/codex'), reason: 'directory' },
        { path: join(dir, '2/codex'), reason: 'not executable' },
      ],
    });
    expect((await world.run('which codex', { env })).stdout.trim()).toBe(join(dir, '3/codex'));
    expect(dirname(join(dir, '3/codex'))).toBe(join(dir, '3'));
  });
});

describe('B047: identity and credential of one account come from its one directory', () => {
  const claudeHome = async (): Promise<string> => {
    await world.run('account add claude work');
    return (await world.homeOf('claude', 'work')).slice(world.home.length + 1);
  };
  const credentials = (organizationUuid: string) =>
    JSON.stringify({ claudeAiOauth: { accessToken: 'x' }, organizationUuid });
  const person = (organizationUuid: string, emailAddress: string) =>
    JSON.stringify({ oauthAccount: { accountUuid: 'u', organizationUuid, emailAddress } });

  test('whatever the shell’s variable points to', async () => {
    const home = await claudeHome();
    world.put(`${home}/.credentials.json`, credentials('o-1'));
    world.put(`${home}/.claude.json`, person('o-1', 'work@example.org'));
    world.put('elsewhere/.claude.json', person('o-2', 'personal@example.org'));
    const env = { CLAUDE_CONFIG_DIR: join(world.home, 'elsewhere') };
    const { stdout } = await world.run('status claude --account work --json', { env });
    expect(JSON.parse(stdout).tools[0].accounts).toMatchObject([
      { label: 'work', state: 'loggedIn', identity: { email: 'work@example.org', organization: 'o-1' } },
    ]);
    expect(stdout).not.toContain('personal@');
  });

  test('two halves that disagree are a mismatch, exit 4, and no name', async () => {
    const home = await claudeHome();
    world.put(`${home}/.credentials.json`, credentials('o-1'));
    world.put(`${home}/.claude.json`, person('o-2', 'work@example.org'));
    const { code, stdout } = await world.run('status claude#work --json');
    expect(code).toBe(4);
    expect(JSON.parse(stdout).tools[0]).toMatchObject({
      accounts: [{ state: 'mismatch' }],
      problems: [{ code: 'LOGIN_UNCLEAR' }],
    });
    expect(await world.run('whoami claude -a work')).toMatchObject({ code: 4, stdout: '' });
  });
});

test.each([
  'list',
  'account add codex new',
  'login codex -a new',
  'use codex work',
  'default codex',
  'rename codex work office',
  'remove codex work --yes',
  'logout codex -a work',
  'status',
  'whoami codex',
  'which codex',
  'run codex',
  'exec codex -- true',
  'env codex',
])(
  'inside an account that moves where our folder is looked for, %s stops and makes none there',
  async (line) => {
    const home = await world.homeOf('codex', 'work');
    const before = treeOf(world.home);
    const { code, stdout, stderr } = await world.run(line, { env: { XDG_DATA_HOME: home } });
    expect(stderr).toContain(`export AI_TOOLS_HOME=${world.root}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(treeOf(world.home)).toEqual(before);
  },
);
