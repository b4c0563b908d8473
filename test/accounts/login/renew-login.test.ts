import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  launch,
  loginAccount,
  loginState,
  logoutAccount,
  planLaunch,
  removeAccount,
  type StoredAccount,
  writeLiveMark,
} from '../../../src/accounts/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import type { FakeAct, FakeTool } from '../../support/fake-tool.ts';
import { tempHome } from '../../support/temp-home.ts';
import { textsBelow, treeOf } from '../../support/tree.ts';
import { type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

const login = (world: LoginWorld, tool: string, label: string, options = {}) =>
  loginAccount(world.ctx, world.tool(tool), label, options);

const codexAs = (who: string, token: string): FakeAct =>
  new Function(
    'world',
    `world.write(world.env.CODEX_HOME + '/auth.json', ${JSON.stringify(JSON.stringify({ tokens: { account_id: who, access_token: token } }))});`,
  ) as FakeAct;

const claudeAs = (who: string, token: string, organization = 'org-1'): FakeAct => {
  const credentials = {
    claudeAiOauth: { accessToken: token, refreshToken: `R-${token}` },
    organizationUuid: organization,
  };
  const mixed = {
    numStartups: 1,
    oauthAccount: { accountUuid: who, emailAddress: `${who}@example.com`, organizationUuid: organization },
  };
  return new Function(
    'world',
    `world.write(world.env.CLAUDE_CONFIG_DIR + '/.credentials.json', ${JSON.stringify(JSON.stringify(credentials))});
     world.write(world.env.CLAUDE_CONFIG_DIR + '/.claude.json', ${JSON.stringify(JSON.stringify(mixed))});`,
  ) as FakeAct;
};

async function loggedIn(
  act: FakeAct,
  tool: 'codex' | 'claude',
  world = loginWorld(),
): Promise<{ world: LoginWorld; fake: FakeTool; account: StoredAccount; folder: string }> {
  const fake = world.fake(tool, act);
  const { account } = await login(world, tool, 'work');
  return { world, fake, account, folder: world.ctx.paths.accountFolder(tool, account.id) };
}

describe('a renewed login', () => {
  test('B069 that fails leaves the old one as it was, though the tool deletes what it finds', async () => {
    const { world, fake, account, folder } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    const before = treeOf(folder);
    fake.will((world) => {
      world.remove(`${world.env.CODEX_HOME}/auth.json`);
      world.say('revoked');
      return 1;
    });
    expect(await rejectionOf(login(world, 'codex', 'work'))).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(treeOf(folder)).toEqual(before);
    expect(fake.runs()[1]?.env.CODEX_HOME).not.toBe(account.home);
  });

  test('takes effect for the same person, in the same home, and leaves nothing else behind', async () => {
    const { world, fake, account, folder } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    writeFileSync(join(account.home, 'history.jsonl'), 'mine\n');
    fake.will(codexAs('user-1', 'NEW'));
    const renewed = await login(world, 'codex', 'work');
    expect(renewed).toMatchObject({
      renewed: true,
      account: { id: account.id, home: account.home, identity: { subject: 'user-1' } },
    });
    expect(world.read(join(account.home, 'auth.json'))).toContain('NEW');
    expect(world.read(join(account.home, 'history.jsonl'))).toBe('mine\n');
    expect(
      readdirSync(folder).filter((name) => name.startsWith('home') || name.startsWith('renewal')),
    ).toEqual(['home']);
  });

  test('law 23: the journal knows of it, and of its end, but nobody’s name', async () => {
    const act = claudeAs('CANARY-person', 'CANARY-token', 'CANARY-organization');
    const { world, account } = await loggedIn(act, 'claude');
    await login(world, 'claude', 'work');
    await logoutAccount(world.ctx, world.tool('claude'), account);
    await removeAccount(world.ctx, 'claude', 'work');
    const folder = join(world.ctx.paths.root, 'journal');
    expect(readdirSync(folder).length).toBeGreaterThanOrEqual(3);
    expect(textsBelow(folder)).not.toContain('CANARY');
  });

  test('law 10: overlays only what a login owns: all other bytes of a mixed file stay', async () => {
    const { world, fake, account } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    const mixed =
      '{\n  "theme": "dark", "big": 12345678901234567890,\n  "oauthAccount": {"accountUuid":"user-1","organizationUuid":"org-1"},\n  "projects": {"/p": {}}\n}\n';
    writeFileSync(join(account.home, '.claude.json'), mixed);
    writeFileSync(
      join(account.home, '.credentials.json'),
      '{"claudeAiOauth":{"accessToken":"OLD"},"mcpOAuth":{"srv":"kept"},"organizationUuid":"org-1"}',
    );
    fake.will(claudeAs('user-1', 'NEW'));
    await login(world, 'claude', 'work');
    expect(world.read(join(account.home, '.claude.json'))).toMatch(
      /^\{\n {2}"theme": "dark", "big": 12345678901234567890,\n/,
    );
    expect(JSON.parse(world.read(join(account.home, '.claude.json')))).toMatchObject({
      projects: { '/p': {} },
      oauthAccount: { emailAddress: 'user-1@example.com' },
    });
    expect(JSON.parse(world.read(join(account.home, '.claude.json')))).not.toHaveProperty('numStartups');
    expect(JSON.parse(world.read(join(account.home, '.credentials.json')))).toEqual({
      claudeAiOauth: { accessToken: 'NEW', refreshToken: 'R-NEW' },
      mcpOAuth: { srv: 'kept' },
      organizationUuid: 'org-1',
    });
  });

  test('B073 by somebody else is refused with both names, and the old one stays', async () => {
    const { world, fake, folder } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    const before = treeOf(folder);
    fake.will(claudeAs('user-2', 'NEW'));
    const error = await rejectionOf(login(world, 'claude', 'work'));
    expect(error).toMatchObject({ code: 'IDENTITY_MISMATCH', exit: 4 });
    expect(String(error)).toContain('user-1@example.com');
    expect(String(error)).toContain('user-2@example.com');
    expect(treeOf(folder)).toEqual(before);
  });

  test('B073 by the person of another account says which one, even to somebody who would say yes', async () => {
    const { world, fake } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    fake.will(claudeAs('user-2', 'P'));
    await login(world, 'claude', 'personal');
    const error = await rejectionOf(login(world, 'claude', 'work', { confirmOther: async () => true }));
    expect(error).toMatchObject({ code: 'IDENTITY_ALREADY_HELD', exit: 4, data: { holder: 'personal' } });
    expect(String(error)).toContain('user-1@example.com');
    expect(String(error)).toContain('user-2@example.com');
    expect(String(error)).toContain('claude#personal');
  });

  test('B073 by somebody else with the same address names the two subjects', async () => {
    const { world, fake } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    fake.will((world) => {
      const who = { accountUuid: 'user-2', emailAddress: 'user-1@example.com', organizationUuid: 'org-1' };
      const home = world.env.CLAUDE_CONFIG_DIR;
      world.write(`${home}/.credentials.json`, '{"claudeAiOauth":{"accessToken":"NEW"}}');
      world.write(`${home}/.claude.json`, JSON.stringify({ oauthAccount: who }));
    });
    const error = await rejectionOf(login(world, 'claude', 'work'));
    expect(error).toMatchObject({
      code: 'IDENTITY_MISMATCH',
      data: {
        recorded: 'user-1@example.com (org-1) [user-1]',
        found: 'user-1@example.com (org-1) [user-2]',
      },
    });
  });

  test.each([
    ['an organisation', { organizationUuid: 'org-1', claudeAiOauth: { accessToken: 'T' } }],
    ['a plan', { claudeAiOauth: { accessToken: 'T', subscriptionType: 'pro' } }],
    ['nothing', { claudeAiOauth: { accessToken: 'T' } }],
  ])('takes effect where all that is ever told is %s, and that is the same', async (_what, credentials) => {
    const act = new Function(
      'world',
      `world.write(world.env.CLAUDE_CONFIG_DIR + '/.credentials.json', ${JSON.stringify(JSON.stringify(credentials))});`,
    ) as FakeAct;
    const { world } = await loggedIn(act, 'claude');
    expect(await login(world, 'claude', 'work')).toMatchObject({ renewed: true });
  });

  test('of an account of which only the organisation is known is refused for another one', async () => {
    const inside = (organization: string) =>
      new Function(
        'world',
        `world.write(world.env.CLAUDE_CONFIG_DIR + '/.credentials.json', '{"organizationUuid":"${organization}","claudeAiOauth":{"accessToken":"T"}}');`,
      ) as FakeAct;
    const { world, fake } = await loggedIn(inside('org-1'), 'claude');
    fake.will(inside('org-2'));
    expect(await rejectionOf(login(world, 'claude', 'work'))).toMatchObject({ code: 'IDENTITY_MISMATCH' });
    fake.will(claudeAs('user-1', 'T', 'org-1'));
    expect(await login(world, 'claude', 'work')).toMatchObject({ renewed: true });
  });

  test('B073 by somebody else takes effect when the user says so, with both names asked about', async () => {
    const { world, fake, account } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    fake.will(claudeAs('user-2', 'NEW'));
    const asked: unknown[] = [];
    const confirmOther = async (who: unknown) => asked.push(who) > 0;
    const renewed = await login(world, 'claude', 'work', { confirmOther });
    expect(asked).toEqual([
      {
        tool: 'claude',
        label: 'work',
        recorded: 'user-1@example.com (org-1)',
        found: 'user-2@example.com (org-1)',
        isKey: false,
      },
    ]);
    expect(renewed.account.identity).toMatchObject({ subject: 'user-2' });
    expect(world.read(join(account.home, '.credentials.json'))).toContain('NEW');
  });

  test('B017 with an empty token never takes the place of a good one', async () => {
    const { world, fake, folder } = await loggedIn(claudeAs('user-1', 'A'), 'claude');
    const before = treeOf(folder);
    fake.will(claudeAs('user-1', ''));
    const error = await rejectionOf(login(world, 'claude', 'work'));
    expect(error).toMatchObject({ code: 'NO_USABLE_CREDENTIAL' });
    expect(String(error)).toContain('empty');
    expect(treeOf(folder)).toEqual(before);
  });

  test('that does not say who it is, for an account of a known person, asks as for another', async () => {
    const { world, fake } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    fake.will((world) =>
      world.write(`${world.env.CODEX_HOME}/auth.json`, '{"tokens":{"access_token":"CANARY-z"}}'),
    );
    expect(await rejectionOf(login(world, 'codex', 'work'))).toMatchObject({
      code: 'IDENTITY_MISMATCH',
      data: { found: 'an unknown login' },
    });
  });

  test('law 10: is refused while a launch of the account runs', async () => {
    const { world, fake, account } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    const mark = writeLiveMark(world.ctx, account);
    expect(await rejectionOf(login(world, 'codex', 'work'))).toMatchObject({ exit: 5 });
    mark.remove();
    expect(fake.runs()).toHaveLength(1);
  });

  test('is refused while the tool itself lists a session, not for a number that has another owner now', async () => {
    const { world, fake, account } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    world.fake('holder', async (world) => {
      world.say('here');
      await world.sleep(20_000);
    });
    const session = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], {
      env: { CLAUDE_CONFIG_DIR: account.home },
    });
    const stranger = spawn(join(world.home, 'bin', 'holder'), [], { env: { PATH: process.env.PATH } });
    // Of a program that only just begins nobody can tell who started it for what.
    await once(stranger.stdout, 'data');
    mkdirSync(join(account.home, 'sessions'));
    writeFileSync(join(account.home, 'sessions', 'a.json'), JSON.stringify({ pid: session.pid }));
    const refused = await rejectionOf(login(world, 'claude', 'work'));
    expect(refused).toMatchObject({ code: 'ACCOUNT_RUNNING', exit: 5 });
    expect(String(refused)).toContain(String(session.pid));
    writeFileSync(join(account.home, 'sessions', 'a.json'), JSON.stringify({ pid: stranger.pid }));
    fake.will(claudeAs('user-1', 'NEW'));
    await login(world, 'claude', 'work');
    session.kill();
    stranger.kill();
    expect(world.read(join(account.home, '.credentials.json'))).toContain('NEW');
  });

  test('into a damaged file is refused before anything is touched', async () => {
    const { world, fake, account } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    writeFileSync(join(account.home, '.claude.json'), '{"projects":');
    const before = treeOf(account.home);
    fake.will(claudeAs('user-1', 'NEW'));
    expect(await rejectionOf(login(world, 'claude', 'work'))).toMatchObject({
      code: 'LOGIN_NOT_MERGEABLE',
      exit: 7,
    });
    expect(treeOf(account.home)).toEqual(before);
  });

  test('is of the account that is called so in either Unicode form', async () => {
    const world = loginWorld();
    world.fake('codex', codexAs('user-1', 'NEW'));
    const { account } = await login(world, 'codex', 'caf\u00e9');
    expect(await login(world, 'codex', 'cafe\u0301')).toMatchObject({
      renewed: true,
      account: { id: account.id },
    });
  });

  test('takes away what a login left that ended after we were killed, and keeps it in the trash', async () => {
    const { world, fake, account, folder } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    mkdirSync(join(folder, 'home-lost'));
    writeFileSync(join(folder, 'home-lost/auth.json'), 'CANARY-LOST');
    fake.will(codexAs('user-1', 'NEW'));
    await login(world, 'codex', 'work');
    expect(readdirSync(folder).filter((name) => name.startsWith('home'))).toEqual(['home']);
    expect(readFileSync(join(account.home, 'auth.json'), 'utf8')).toContain('NEW');
    const [entry = ''] = readdirSync(world.ctx.paths.trash);
    const kept = join(world.ctx.paths.trash, entry, 'content/home-lost/auth.json');
    expect(readFileSync(kept, 'utf8')).toBe('CANARY-LOST');
  });

  test.each([
    ['anywhere', (world: LoginWorld) => world.home],
    ['in another account', (world: LoginWorld) => join(world.account('codex', 'other').home, '../home-abcd')],
    ['at the home itself', (world: LoginWorld) => world.account('codex', 'work').home],
  ])('that died and left a directory %s to be removed removes nothing', async (_, place) => {
    const { world, account, folder } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    world.fake('codex', codexAs('user-2', 'OTHER'), { mayRest: true });
    await login(world, 'codex', 'other');
    const fresh = place(world);
    const dead = {
      pid: 999_999_999,
      startedAt: '1',
      boot: world.ctx.host.processes.self.boot,
      machine: world.ctx.host.processes.self.machine,
    };
    const journal = { schemaVersion: 1, process: dead, startedAt: 'then', fresh, phase: 'login', steps: [] };
    writeFileSync(join(folder, 'renewal.json'), JSON.stringify(journal));
    const before = treeOf(world.home);
    const plan = planLaunch(world.ctx, world.tool('codex'), account);
    expect(await rejectionOf(plan)).toMatchObject({ code: 'STATE_DAMAGED', exit: 6 });
    expect(treeOf(world.home)).toEqual(before);
  });

  test('writes through a link that the user made of a mixed file', async () => {
    const { world, fake, account } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    const target = world.put('dot/claude.json', world.read(join(account.home, '.claude.json')));
    nodeFileSystem.unlink(join(account.home, '.claude.json'));
    symlinkSync(target, join(account.home, '.claude.json'));
    fake.will(claudeAs('user-1', 'NEW', 'org-1'));
    await login(world, 'claude', 'work');
    expect(treeOf(account.home)['.claude.json']).toBe(`link -> ${target}`);
    expect(JSON.parse(readFileSync(target, 'utf8')).oauthAccount.emailAddress).toBe('user-1@example.com');
  });

  test('B057 is refused when the home is gone, which is not made again', async () => {
    const world = loginWorld();
    world.fake('codex', () => 0, { unused: true });
    const { addAccount } = await import('../../../src/accounts/index.ts');
    const account = await addAccount(world.ctx, 'codex', 'work');
    rmSync(account.home, { recursive: true });
    expect(await rejectionOf(login(world, 'codex', 'work'))).toMatchObject({ code: 'ACCOUNT_HOME_MISSING' });
    expect(existsSync(account.home)).toBe(false);
  });

  test('takes the account’s first login as well', async () => {
    const world = loginWorld();
    world.fake('codex', codexAs('user-1', 'FIRST'));
    const { addAccount } = await import('../../../src/accounts/index.ts');
    await addAccount(world.ctx, 'codex', 'work');
    const { account, renewed } = await login(world, 'codex', 'work');
    expect([renewed, account.identity?.subject]).toEqual([true, 'user-1']);
  });
});

describe('the daemons of an account', () => {
  const daemonOf = (home: string) =>
    spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { env: { CODEX_HOME: home } });

  test('are stopped before a new login takes effect, the updater included', async () => {
    const { world, fake, account } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    const [daemon, updater] = [daemonOf(account.home), daemonOf(account.home)];
    const gone = Promise.all(
      [daemon, updater].map((each) => new Promise((resolve) => each.on('exit', resolve))),
    );
    const folder = join(account.home, 'app-server-daemon');
    mkdirSync(folder);
    writeFileSync(join(folder, 'daemon.pid'), `${daemon.pid}\n`);
    writeFileSync(join(folder, 'daemon-updater.pid'), JSON.stringify({ pid: updater.pid }));
    fake.will((world) => {
      const home = world.env.CODEX_HOME;
      if (world.argv[0] === 'login')
        return world.write(`${home}/auth.json`, '{"tokens":{"account_id":"user-1","access_token":"NEW"}}');
      return process.kill(Number(world.read(`${home}/app-server-daemon/daemon.pid`)));
    });
    await login(world, 'codex', 'work');
    await gone;
    expect(fake.runs().map(({ argv }) => argv)).toEqual([
      ['login'],
      ['login'],
      ['app-server', 'daemon', 'stop'],
    ]);
    expect(world.read(join(account.home, 'auth.json'))).toContain('NEW');
  });

  test('that do not stop keep the old login in force: the new one is not half there', async () => {
    const { world, fake, account, folder } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    const daemon = daemonOf(account.home);
    mkdirSync(join(account.home, 'app-server-daemon'));
    writeFileSync(join(account.home, 'app-server-daemon', 'daemon.pid'), `${daemon.pid}`);
    fake.will((world) => {
      if (world.argv[0] === 'login')
        world.write(
          `${world.env.CODEX_HOME}/auth.json`,
          '{"tokens":{"account_id":"user-1","access_token":"NEW"}}',
        );
    });
    const before = treeOf(folder);
    const error = await rejectionOf(login(world, 'codex', 'work'));
    expect(error).toMatchObject({
      code: 'ACCOUNT_RUNNING',
      exit: 5,
      data: { who: [`app-server (process ${daemon.pid})`] },
    });
    expect(treeOf(folder)).toEqual(before);
    daemon.kill();
  });

  test('of which only a number is left, that has another owner now, stand in nobody’s way', async () => {
    const { world, fake, account } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    const stranger = daemonOf('/somebody/else');
    mkdirSync(join(account.home, 'app-server-daemon'));
    writeFileSync(join(account.home, 'app-server-daemon', 'daemon-updater.pid'), `${stranger.pid}`);
    fake.will(codexAs('user-1', 'NEW'));
    await login(world, 'codex', 'work');
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });
});

test('another kind of login takes the old kind’s file away, into the trash, and the rest of the settings stays', async () => {
  const world = loginWorld();
  const gemini = world.fake('gemini', (world) => {
    world.write(`${world.env.GEMINI_CLI_HOME}/.gemini/gemini-credentials.json`, 'sealed');
    world.write(
      `${world.env.GEMINI_CLI_HOME}/.gemini/settings.json`,
      '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
    );
  });
  const { account } = await login(world, 'gemini', 'work');
  writeFileSync(
    join(account.home, '.gemini/settings.json'),
    '{\n  // mine\n  "ui": {"theme": "x"}, "security":{"auth":{"selectedType":"gemini-api-key"}}}',
  );
  gemini.will((world) => {
    world.write(`${world.env.GEMINI_CLI_HOME}/.gemini/oauth_creds.json`, '{"refresh_token":"NEW"}');
    world.write(
      `${world.env.GEMINI_CLI_HOME}/.gemini/settings.json`,
      '{"security":{"auth":{"selectedType":"oauth-personal"}}}',
    );
  });
  await login(world, 'gemini', 'work');
  expect(readdirSync(join(account.home, '.gemini')).sort()).toEqual(['oauth_creds.json', 'settings.json']);
  expect(world.read(join(account.home, '.gemini/settings.json'))).toBe(
    '{\n  // mine\n  "ui": {"theme": "x"}, "security":{"auth":{"selectedType":"oauth-personal"}}}',
  );
  expect(
    Object.keys(treeOf(world.ctx.paths.trash)).filter((path) => path.endsWith('gemini-credentials.json')),
  ).toHaveLength(1);
});

test('promise 1, B076 a token that the tool itself renews at each run is never shown old, and lies in one place', async () => {
  const world = loginWorld();
  const rotating: FakeAct = (world) => {
    const file = `${world.env.CODEX_HOME}/auth.json`;
    const server = `${world.env.HOME}/server.json`;
    const live: Record<string, number> = JSON.parse(world.read(server) ?? '{}');
    if (world.argv[0] === 'login') {
      const who = `user-${Object.keys(live).length + 1}`;
      world.write(server, JSON.stringify({ ...live, [who]: 1 }));
      return world.write(file, JSON.stringify({ tokens: { account_id: who, access_token: `${who}-R1` } }));
    }
    const { tokens } = JSON.parse(world.read(file) ?? '{}');
    const now = live[tokens.account_id] ?? 0;
    if (tokens.access_token !== `${tokens.account_id}-R${now}`) return 9;
    world.write(server, JSON.stringify({ ...live, [tokens.account_id]: now + 1 }));
    return world.write(
      file,
      JSON.stringify({ tokens: { ...tokens, access_token: `${tokens.account_id}-R${now + 1}` } }),
    );
  };
  world.fake('codex', rotating);
  for (const label of ['a', 'b']) await login(world, 'codex', label);
  for (let turn = 0; turn < 20; turn += 1) {
    for (const label of ['a', 'b']) {
      const account = world.account('codex', label);
      await loginState(world.ctx, world.tool('codex'), account);
      expect(await launch(world.ctx, await planLaunch(world.ctx, world.tool('codex'), account))).toBe(0);
    }
  }
  const files = Object.keys(treeOf(world.ctx.paths.root)).filter(
    (path) => !treeOf(world.ctx.paths.root)[path]?.startsWith('dir'),
  );
  const holders = files.filter((path) => /user-\d-R\d+/.test(world.read(join(world.ctx.paths.root, path))));
  expect(holders).toHaveLength(2);
});

describe('where the login is a keychain item named after the directory', () => {
  const items = (world: LoginWorld) => {
    const asked: string[][] = [];
    return {
      asked,
      security: async (args: readonly string[]) => ({
        code: asked.push([...args]) > 0 && existsSync(join(world.home, 'keychain', args[2] ?? '')) ? 0 : 44,
      }),
    };
  };
  const keychainLogin: FakeAct = (world) => {
    const crypto = process.getBuiltinModule('node:crypto') as typeof import('node:crypto');
    const home = world.env.CLAUDE_CONFIG_DIR ?? '';
    const name = `Claude Code-credentials-${crypto.createHash('sha256').update(home).digest('hex').slice(0, 8)}`;
    world.write(`${world.env.HOME}/keychain/${name}`, '');
    world.write(`${home}/.claude.json`, '{"oauthAccount":{"accountUuid":"user-1"}}');
  };
  const mac = (home = tempHome(), change = {}) => {
    const plain = loginWorld({}, home);
    return loginWorld({ platform: 'darwin', security: items(plain).security, ...change }, home);
  };

  test('law 11: the fresh directory becomes the home, all else moves over, and a plain file stays at the old path', async () => {
    const world = mac();
    world.fake('claude', keychainLogin);
    const { account } = await login(world, 'claude', 'work');
    writeFileSync(join(account.home, 'history.jsonl'), 'mine\n');
    writeFileSync(
      join(account.home, '.claude.json'),
      '{"theme":"dark","oauthAccount":{"accountUuid":"user-1"}}',
    );
    const renewed = await login(world, 'claude', 'work');
    expect(renewed.account.home).not.toBe(account.home);
    expect(world.read(join(renewed.account.home, 'history.jsonl'))).toBe('mine\n');
    expect(JSON.parse(world.read(join(renewed.account.home, '.claude.json')))).toMatchObject({
      theme: 'dark',
      oauthAccount: { accountUuid: 'user-1' },
    });
    expect(world.read(account.home)).toContain(renewed.account.home);
    expect(world.told.join('\n')).toContain(renewed.account.home);
    expect(await loginState(world.ctx, world.tool('claude'), renewed.account)).toMatchObject({
      state: 'loggedIn',
      store: 'keychain',
    });
  });
});
