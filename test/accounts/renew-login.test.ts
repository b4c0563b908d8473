import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  loginAccount,
  loginState,
  removeAccount,
  type StoredAccount,
  writeLiveMark,
} from '../../src/accounts/index.ts';
import { settleLogin } from '../../src/accounts/settle-login.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';
import type { FakeAct, FakeTool } from '../support/fake-tool.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';
import { type LoginWorld, loginWorld, rejectionOf } from './login-world.ts';

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

  test('overlays only what a login owns: all other bytes of a mixed file stay', async () => {
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

  test('is refused while a launch of the account runs', async () => {
    const { world, fake, account } = await loggedIn(codexAs('user-1', 'OLD'), 'codex');
    const mark = writeLiveMark(world.ctx, account);
    expect(await rejectionOf(login(world, 'codex', 'work'))).toMatchObject({ exit: 5 });
    mark.remove();
    expect(fake.runs()).toHaveLength(1);
  });

  test('is refused while the tool itself lists a session, not for a number that has another owner now', async () => {
    const { world, fake, account } = await loggedIn(claudeAs('user-1', 'OLD'), 'claude');
    world.fake('holder', async (world) => world.sleep(20_000));
    const { spawn } = await import('node:child_process');
    const session = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], {
      env: { CLAUDE_CONFIG_DIR: account.home },
    });
    const stranger = spawn(join(world.home, 'bin', 'holder'), [], { env: { PATH: process.env.PATH } });
    const { mkdirSync } = await import('node:fs');
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

  test('takes the account’s first login as well', async () => {
    const world = loginWorld();
    world.fake('codex', codexAs('user-1', 'FIRST'));
    const { addAccount } = await import('../../src/accounts/index.ts');
    await addAccount(world.ctx, 'codex', 'work');
    const { account, renewed } = await login(world, 'codex', 'work');
    expect([renewed, account.identity?.subject]).toEqual([true, 'user-1']);
  });
});

describe('a login that dies at any writing step', () => {
  const cases = (['before', 'after', 'half'] as const).map((when) => [when] as const);

  test.each(cases)(
    '%s it, of a new account: no account or the whole one, and the next try works',
    async (when) => {
      for (let step = 1; ; step += 1) {
        const faulty = faultyFiles(nodeFileSystem);
        const home = tempHome();
        const world = loginWorld({ files: faulty.files }, home);
        world.fake('codex', codexAs('user-1', 'NEW'), step < 4 ? { mayRest: true } : {});
        faulty.dieAt(step, when);
        const ended = await login(world, 'codex', 'work').then(
          () => 'done',
          () => 'died',
        );
        faulty.heal();
        // The dead process is another one to those who come after it.
        const next = loginWorld({ processes: afterDeath(world) }, home);
        const there = existsSync(join(next.ctx.paths.accounts, 'codex'))
          ? readdirSync(join(next.ctx.paths.accounts, 'codex')).filter((id) =>
              existsSync(join(next.ctx.paths.accountFolder('codex', id), 'account.json')),
            )
          : [];
        if (there.length > 0)
          expect(await loginState(next.ctx, next.tool('codex'), next.account('codex', 'work'))).toMatchObject(
            { state: 'loggedIn' },
          );
        const { account } = await login(next, 'codex', 'work');
        expect(next.read(join(account.home, 'auth.json')), `step ${step}: ${faulty.steps.at(-1)}`).toContain(
          'NEW',
        );
        await removeAccount(next.ctx, 'codex', 'work');
        if (ended === 'done') break;
        expect(step).toBeLessThan(200);
      }
    },
  );

  test.each(cases)(
    '%s it, of a renewed one: the old login or the new one, whole, and the next start completes it',
    async (when) => {
      for (let step = 1; ; step += 1) {
        const faulty = faultyFiles(nodeFileSystem);
        const { world, fake, account, folder } = await loggedIn(
          claudeAs('user-1', 'OLD'),
          'claude',
          loginWorld({ files: faulty.files }),
        );
        writeFileSync(join(account.home, 'history.jsonl'), 'mine\n');
        fake.will(claudeAs('user-1', 'NEW'));
        faulty.dieAt(step, when);
        const ended = await login(world, 'claude', 'work').then(
          () => 'done',
          () => 'died',
        );
        faulty.heal();
        const next = loginWorld({ processes: afterDeath(world) }, world.home);
        const tokens = () =>
          ['home', ...readdirSync(folder).filter((name) => name.startsWith('home-'))].map((name) =>
            tokenIn(join(folder, name)),
          );
        expect(
          tokens().some((token) => token === 'OLD' || token === 'NEW'),
          `step ${step}: a usable login is somewhere`,
        ).toBe(true);
        const settled = await settleLogin(next.ctx, next.tool('claude'), next.account('claude', 'work'));
        expect(settled.home).toBe(account.home);
        expect(ended === 'done' ? ['NEW'] : ['OLD', 'NEW']).toContain(tokenIn(account.home));
        expect(await loginState(next.ctx, next.tool('claude'), settled)).toMatchObject({
          state: 'loggedIn',
          identity: { subject: 'user-1' },
        });
        expect(next.read(join(account.home, 'history.jsonl'))).toBe('mine\n');
        expect(
          readdirSync(folder).filter((name) => name.startsWith('home-') || name === 'renewal.json'),
          `step ${step}`,
        ).toEqual([]);
        expect(
          Object.keys(treeOf(settled.home)).filter(
            (name) => name.includes('credentials') || name.includes('.claude.json'),
          ),
          `step ${step}`,
        ).toEqual(['.claude.json', '.credentials.json']);
        if (ended === 'done') break;
        expect(step).toBeLessThan(200);
      }
    },
  );
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

  test('the fresh directory becomes the home, all else moves over, and a plain file stays at the old path', async () => {
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

  test.each([['before'], ['after'], ['half']] as const)(
    'and the process dies %s any writing step: the next start completes it',
    async (when) => {
      for (let step = 1; ; step += 1) {
        const faulty = faultyFiles(nodeFileSystem);
        const world = mac(tempHome(), { files: faulty.files });
        world.fake('claude', keychainLogin);
        const { account } = await login(world, 'claude', 'work');
        writeFileSync(join(account.home, 'history.jsonl'), 'mine\n');
        writeFileSync(
          join(account.home, '.claude.json'),
          '{"theme":"dark","oauthAccount":{"accountUuid":"user-1"}}',
        );
        faulty.dieAt(step, when);
        const ended = await login(world, 'claude', 'work').then(
          () => 'done',
          () => 'died',
        );
        faulty.heal();
        const next = mac(world.home, { processes: afterDeath(world) });
        const settled = await settleLogin(next.ctx, next.tool('claude'), next.account('claude', 'work'));
        expect(next.read(join(settled.home, 'history.jsonl')), `step ${step}`).toBe('mine\n');
        expect(JSON.parse(next.read(join(settled.home, '.claude.json')))).toEqual({
          theme: 'dark',
          oauthAccount: { accountUuid: 'user-1' },
        });
        expect(await loginState(next.ctx, next.tool('claude'), settled)).toMatchObject({
          state: 'loggedIn',
          store: 'keychain',
        });
        const homes = Object.keys(treeOf(next.ctx.paths.accountFolder('claude', account.id))).filter(
          (name) => !name.includes('/') && name.startsWith('home'),
        );
        expect(homes).toHaveLength(settled.home === account.home ? 1 : 2);
        if (settled.home !== account.home) expect(next.read(account.home)).toContain(settled.home);
        if (ended === 'done') break;
        expect(step).toBeLessThan(200);
      }
    },
  );
});

function tokenIn(home: string): string | undefined {
  const path = join(home, '.credentials.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).claudeAiOauth?.accessToken : undefined;
}

/** The same computer after this process has died. */
function afterDeath({ ctx }: LoginWorld): LoginWorld['ctx']['host']['processes'] {
  const { processes } = ctx.host;
  const self = { ...processes.self, startedAt: 'later' };
  return {
    self,
    markOf: (pid) => processes.markOf(pid),
    stateOf: (mark) => (mark.startedAt === 'later' ? 'alive' : 'dead'),
  };
}
