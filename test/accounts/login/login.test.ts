import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountStatus, listAccounts, loginAccount } from '../../../src/accounts/index.ts';
import type { FakeAct } from '../../support/fake-tool.ts';
import { treeOf } from '../../support/tree.ts';
import { extensionsOf } from '../extensions-of.ts';
import { codexLogin, type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

const login = (world: LoginWorld, tool: string, label: string, options = {}) =>
  loginAccount(world.ctx, world.tool(tool), label, options);

const foldersOf = (world: LoginWorld, tool: string): readonly string[] => {
  const folder = join(world.ctx.paths.accounts, tool);
  return existsSync(folder) ? readdirSync(folder) : [];
};

const logsInAs: (who: string) => FakeAct = (who) => {
  const text = codexLogin(who);
  return new Function(
    'world',
    `world.write(world.env.CODEX_HOME + '/auth.json', ${JSON.stringify(text)});`,
  ) as FakeAct;
};

describe('a new account', () => {
  test('is made by the tool’s own login, in a home of its own', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', logsInAs('user-1'));
    const { account, renewed } = await login(world, 'codex', 'work');
    expect(renewed).toBe(false);
    expect(account).toMatchObject({ label: 'work', kind: 'login', identity: { subject: 'user-1' } });
    expect(codex.runs()[0]).toMatchObject({
      argv: ['login'],
      env: { CODEX_HOME: account.home, AI_TOOLS_HOME: world.ctx.paths.root },
    });
    expect(world.read(join(account.home, 'config.toml'))).toContain('daemon_auto_start = false');
    expect(await accountStatus(world.ctx, world.tool('codex'), account)).toMatchObject({
      state: 'loggedIn',
      store: 'file',
    });
  });

  test('B070 starts in an empty home, and touches neither another account nor the user’s own directory', async () => {
    const world = loginWorld();
    world.put('.codex/auth.json', codexLogin('system'));
    const codex = world.fake('codex', logsInAs('user-a'));
    const a = await login(world, 'codex', 'a');
    const [system, before] = [treeOf(join(world.home, '.codex')), treeOf(a.account.home)];
    codex.will((world) => {
      world.note('exists', world.exists(`${world.env.CODEX_HOME}/auth.json`));
      world.write(
        `${world.env.CODEX_HOME}/auth.json`,
        '{"tokens":{"account_id":"user-b","access_token":"CANARY-b"}}',
      );
    });
    await login(world, 'codex', 'b');
    expect(codex.runs()[1]?.notes).toEqual({ exists: false });
    expect(treeOf(join(world.home, '.codex'))).toEqual(system);
    expect(treeOf(a.account.home)).toEqual(before);
  });

  test('B138 leaves a login that was there before as it is', async () => {
    const world = loginWorld();
    world.put('.codex/auth.json', codexLogin('me'));
    world.put('.codex/config.toml', 'model = "x"\n');
    world.put('.claude/settings.json', { theme: 'dark' });
    const before = [treeOf(join(world.home, '.codex')), treeOf(join(world.home, '.claude'))];
    world.fake('codex', logsInAs('user-1'));
    await login(world, 'codex', 'work');
    expect([treeOf(join(world.home, '.codex')), treeOf(join(world.home, '.claude'))]).toEqual(before);
    const system = await accountStatus(world.ctx, world.tool('codex'), {
      kind: 'system',
      tool: 'codex',
      label: 'system',
    });
    expect(system).toMatchObject({
      state: 'loggedIn',
      identity: { subject: 'me' },
      home: join(world.home, '.codex'),
    });
  });

  test.each<[string, FakeAct]>([
    ['nothing', (world) => world.say('Login successful')],
    ['half a document', (world) => world.write(`${world.env.CLAUDE_CONFIG_DIR}/.credentials.json`, '{')],
    [
      'an empty token',
      (world) =>
        world.write(
          `${world.env.CLAUDE_CONFIG_DIR}/.credentials.json`,
          '{"claudeAiOauth":{"accessToken":""}}',
        ),
    ],
    [
      'a token of blanks',
      (world) =>
        world.write(
          `${world.env.CLAUDE_CONFIG_DIR}/.credentials.json`,
          '{"claudeAiOauth":{"accessToken":"  "}}',
        ),
    ],
    [
      'a token that is no string',
      (world) =>
        world.write(
          `${world.env.CLAUDE_CONFIG_DIR}/.credentials.json`,
          '{"claudeAiOauth":{"accessToken":7}}',
        ),
    ],
    [
      'a name without a token',
      (world) =>
        world.write(`${world.env.CLAUDE_CONFIG_DIR}/.claude.json`, '{"oauthAccount":{"accountUuid":"u"}}'),
    ],
    [
      'a link that leads nowhere',
      (world) => world.link('/nowhere/at/all', `${world.env.CLAUDE_CONFIG_DIR}/.credentials.json`),
    ],
    ['a directory', (world) => world.write(`${world.env.CLAUDE_CONFIG_DIR}/.credentials.json/x`, '{}')],
  ])('B074 does not come to be when the tool says that it is done and saved %s', async (_, act) => {
    const world = loginWorld();
    world.fake('claude', act);
    const error = await rejectionOf(login(world, 'claude', 'n'));
    expect(error).toMatchObject({ code: 'NO_USABLE_CREDENTIAL', exit: 1 });
    expect(String(error)).toContain('no usable credential');
    expect(foldersOf(world, 'claude')).toEqual([]);
    expect(listAccounts(world.ctx)).toEqual([]);
  });

  test.each<[string, FakeAct]>([
    [
      'its login as a link',
      (world) => {
        world.write(`${world.env.HOME}/kept/auth.json`, '{"tokens":{"access_token":"t"}}');
        world.link(`${world.env.HOME}/kept/auth.json`, `${world.env.CODEX_HOME}/auth.json`);
      },
    ],
    [
      'a link in the place of the directory',
      (world) => {
        world.write(`${world.env.HOME}/kept/auth.json`, '{"tokens":{"access_token":"t"}}');
        world.remove(String(world.env.CODEX_HOME));
        world.link(`${world.env.HOME}/kept`, String(world.env.CODEX_HOME));
      },
    ],
  ])('a tool that leaves %s has logged in elsewhere; that stays as it is', async (_, act) => {
    const { home } = loginWorld();
    const world = loginWorld({ env: { HOME: home } }, home);
    world.fake('codex', act);
    expect(await rejectionOf(login(world, 'codex', 'n'))).toMatchObject({
      code: 'LOGIN_WENT_ELSEWHERE',
      data: { elsewhere: [join(realpathSync(home), 'kept/auth.json')] },
    });
    expect(foldersOf(world, 'codex')).toEqual([]);
    expect(world.read('kept/auth.json')).toContain('access_token');
  });

  test('a tool that fails leaves nothing, and its code is told', async () => {
    const world = loginWorld();
    world.fake('codex', () => 3);
    expect(await rejectionOf(login(world, 'codex', 'n'))).toMatchObject({
      code: 'LOGIN_FAILED',
      data: { code: 3 },
    });
    expect(foldersOf(world, 'codex')).toEqual([]);
  });

  test.each<[string, FakeAct]>([
    [
      'and saves nothing in it',
      (world) => world.write(`${world.env.HOME}/.codex/auth.json`, '{"tokens":{"access_token":"CANARY-x"}}'),
    ],
    [
      'as well',
      (world) => {
        world.write(`${world.env.HOME}/.codex/auth.json`, '{"tokens":{"access_token":"CANARY-x"}}');
        world.write(`${world.env.CODEX_HOME}/auth.json`, '{"tokens":{"access_token":"CANARY-x"}}');
      },
    ],
  ])('B072 a login that goes to the user’s own directory %s is caught and reported', async (_, act) => {
    const world = loginWorld();
    const own = world.put('.codex/auth.json', codexLogin('SYS'));
    world.fake('codex', act);
    const error = await rejectionOf(login(world, 'codex', 'b'));
    expect(error).toMatchObject({ code: 'LOGIN_WENT_ELSEWHERE', exit: 1, data: { elsewhere: [own] } });
    expect(foldersOf(world, 'codex')).toEqual([]);
  });

  test('B072 a tool that keeps to CODEX_HOME leaves the user’s own login alone', async () => {
    const world = loginWorld();
    world.put('.codex/auth.json', codexLogin('SYS'));
    const before = treeOf(join(world.home, '.codex'));
    world.fake('codex', (world) =>
      world.write(
        `${world.env.CODEX_HOME || `${world.env.HOME}/.codex`}/auth.json`,
        '{"tokens":{"account_id":"b","access_token":"CANARY-b"}}',
      ),
    );
    await login(world, 'codex', 'b');
    expect(treeOf(join(world.home, '.codex'))).toEqual(before);
  });

  test('a token that another session renews meanwhile, as somebody else, is no fault of the login', async () => {
    const world = loginWorld();
    world.put('.codex/auth.json', codexLogin('SYS', 'old'));
    world.fake('codex', (world) => {
      world.write(
        `${world.env.HOME}/.codex/auth.json`,
        '{"tokens":{"account_id":"SYS","access_token":"new"}}',
      );
      world.write(
        `${world.env.CODEX_HOME}/auth.json`,
        '{"tokens":{"account_id":"b","access_token":"CANARY-b"}}',
      );
    });
    await login(world, 'codex', 'b');
    expect(world.told.join('\n')).toContain(join(world.home, '.codex', 'auth.json'));
  });

  test('B141 a tool that ignores its variable is not registered, and the file is named', async () => {
    const world = loginWorld();
    world.fake('foo', (world) => world.write(`${world.env.HOME}/.foo/auth.json`, '{"token":"CANARY-f"}'));
    const error = await rejectionOf(login(world, 'foo', 'a'));
    expect(error).toMatchObject({ code: 'LOGIN_WENT_ELSEWHERE', exit: 1 });
    expect(String(error)).toContain(join(world.home, '.foo'));
    expect(listAccounts(world.ctx)).toEqual([]);
  });

  test('promise 11: a plugin that is told of it and fails undoes nothing, and the next is told', async () => {
    const world = loginWorld();
    world.fake('codex', logsInAs('user-1'));
    const toldTo: string[] = [];
    const plugged = world.as({
      extensions: extensionsOf({
        loginHook: [
          async () => Promise.reject(new Error('down.')),
          async (tool, { label }) => void toldTo.push(`${tool.id}#${label}`),
        ],
      }),
    });
    await login(plugged, 'codex', 'work');
    expect(plugged.told).toContain('the login took effect; the plugin "acme" failed after it: down');
    expect(toldTo).toEqual(['codex#work']);
    await login(plugged, 'codex', 'work');
    expect(toldTo).toEqual(['codex#work', 'codex#work']);
    expect(plugged.account('codex', 'work').identity?.subject).toBe('user-1');
  });

  test('a tool of which nothing is known is honestly unknown once it saved something', async () => {
    const world = loginWorld();
    world.fake('foo', (world) => world.write(`${world.env.FOO_CONFIG_DIR}/token`, 'CANARY-f'));
    const { account } = await login(world, 'foo', 'a');
    expect(account.identity).toBeNull();
    expect(await accountStatus(world.ctx, world.tool('foo'), account)).toMatchObject({
      state: 'unknown',
      identity: null,
    });
  });

  test('somebody who is logged in already is refused, by the name of that account', async () => {
    const world = loginWorld();
    world.fake('codex', logsInAs('user-1'));
    await login(world, 'codex', 'work');
    expect(await rejectionOf(login(world, 'codex', 'again'))).toMatchObject({
      code: 'IDENTITY_ALREADY_HELD',
      exit: 4,
      data: { holder: 'work', label: 'again' },
    });
    expect(foldersOf(world, 'codex')).toHaveLength(1);
  });

  test('B047 two files that disagree about who it is make no account', async () => {
    const world = loginWorld();
    world.fake('claude', (world) => {
      const home = world.env.CLAUDE_CONFIG_DIR;
      world.write(
        `${home}/.credentials.json`,
        '{"claudeAiOauth":{"accessToken":"CANARY-c"},"organizationUuid":"org-1"}',
      );
      world.write(`${home}/.claude.json`, '{"oauthAccount":{"accountUuid":"u","organizationUuid":"org-2"}}');
    });
    expect(await rejectionOf(login(world, 'claude', 'n'))).toMatchObject({
      code: 'IDENTITY_CONFLICT',
      exit: 4,
    });
    expect(foldersOf(world, 'claude')).toEqual([]);
  });

  test('B001 a label that differs only in case is refused before anything starts', async () => {
    const world = loginWorld();
    const codex = world.fake('codex', logsInAs('user-1'));
    await login(world, 'codex', 'work');
    expect(await rejectionOf(login(world, 'codex', 'Work'))).toMatchObject({ code: 'LABEL_TAKEN' });
    expect(codex.runs()).toHaveLength(1);
  });

  test('B012 what can hold a secret is the user’s alone, whatever the umask and the tool', async () => {
    const world = loginWorld();
    world.fake('codex', (world) =>
      world.write(`${world.env.CODEX_HOME}/auth.json`, '{"tokens":{"access_token":"CANARY"}}', 0o666),
    );
    const umask = process.umask(0);
    try {
      const { account } = await login(world, 'codex', 'work');
      const tree = treeOf(world.ctx.paths.root);
      expect(
        Object.entries(tree).filter(
          ([path, entry]) => !/^(dir 0700|file 0600)/.test(entry) && !path.includes('/home/'),
        ),
      ).toEqual([]);
      expect(treeOf(account.home)['auth.json']).toMatch(/^file 0600/);
    } finally {
      process.umask(umask);
    }
  });

  test('variables that outrank a login are kept from it, and named', async () => {
    const world = loginWorld({ env: { CODEX_API_KEY: 'sk-dummy-outer' } });
    const codex = world.fake('codex', logsInAs('user-1'));
    await login(world, 'codex', 'work');
    expect(codex.runs()[0]?.env).not.toHaveProperty('CODEX_API_KEY');
    expect(world.told.join('\n')).toContain('CODEX_API_KEY');
    expect(world.told.join('\n')).not.toContain('sk-dummy-outer');
  });
});

describe('with a key', () => {
  test('the tool’s own command gets it on stdin, and neither in argv nor in the environment', async () => {
    const world = loginWorld();
    const codex = world.fake(
      'codex',
      (world) =>
        world.write(
          `${world.env.CODEX_HOME}/auth.json`,
          JSON.stringify({ OPENAI_API_KEY: world.stdin.trim() }),
        ),
      { readsStdin: true },
    );
    const { account } = await login(world, 'codex', 'work', { key: 'sk-dummy-0001' });
    const [run] = codex.runs();
    expect(run).toMatchObject({ argv: ['login', '--with-api-key'], stdin: 'sk-dummy-0001\n' });
    expect(JSON.stringify(run?.env)).not.toContain('sk-dummy-0001');
    expect(account).toMatchObject({
      kind: 'login',
      identity: { keyFingerprint: expect.stringMatching(/^local:[0-9a-f]{16}$/) },
    });
  });

  test('what the tool says against it is told without the key', async () => {
    const world = loginWorld();
    world.fake(
      'codex',
      (world) => {
        console.error(`bad key: ${world.stdin.trim()}`);
        return 1;
      },
      { readsStdin: true },
    );
    const error = await rejectionOf(login(world, 'codex', 'work', { key: 'sk-dummy-0002' }));
    expect(error).toMatchObject({ code: 'LOGIN_FAILED' });
    expect(String(error)).toContain('bad key: ***');
  });

  test('a tool that keeps none itself is given it by us: it lies in secret.json only', async () => {
    const world = loginWorld();
    const { account } = await login(world, 'gemini', 'work', { key: 'sk-dummy-0003' });
    expect(account.kind).toBe('key');
    expect(world.read(join(world.ctx.paths.accountFolder('gemini', account.id), 'secret.json'))).toContain(
      'sk-dummy-0003',
    );
    expect(await rejectionOf(login(world, 'gemini', 'work', { key: 'sk-dummy-0004' }))).toMatchObject({
      code: 'IDENTITY_MISMATCH',
      hint: 'tools login gemini -a work --with-api-key --yes',
    });
    const other = await login(world, 'gemini', 'work', {
      key: 'sk-dummy-0004',
      confirmOther: async () => true,
    });
    expect(other.account.identity).not.toEqual(account.identity);
  });

  test('a tool that takes none says so', async () => {
    const world = loginWorld();
    expect(await rejectionOf(login(world, 'foo', 'work', { key: 'sk-dummy' }))).toMatchObject({
      code: 'KEY_NOT_SUPPORTED',
      exit: 2,
    });
  });
});
