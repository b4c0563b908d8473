import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Account,
  accountStatus,
  addAccount,
  loginAccount,
  loginState,
  updateAccount,
} from '../../../src/accounts/index.ts';
import { nodeFileSystem } from '../../../src/platform/index.ts';
import { extensionsOf } from '../extensions-of.ts';
import { type LoginWorld, loginWorld } from '../login-world.ts';

const system = (tool: string): Account => ({ kind: 'system', tool, label: 'system' });

const mixedOf = (who: string, organization?: string) => ({
  oauthAccount: {
    accountUuid: who,
    emailAddress: `${who}@example.com`,
    ...(organization && { organizationUuid: organization }),
  },
});

async function claudeAccount(world: LoginWorld, label = 'work', who = 'user-3') {
  const account = await addAccount(world.ctx, 'claude', label);
  writeFileSync(
    join(account.home, '.credentials.json'),
    '{"claudeAiOauth":{"accessToken":"CANARY-9f3","subscriptionType":"max"}}',
  );
  writeFileSync(join(account.home, '.claude.json'), JSON.stringify(mixedOf(who)));
  return account;
}

describe('the state of a login', () => {
  test('B140 is read where the tool looks: beside the directory for system, inside the home for an account', async () => {
    const world = loginWorld();
    world.put('.claude.json', mixedOf('user-1'));
    world.put('.claude/.claude.json', mixedOf('user-2'));
    world.put('.claude/.credentials.json', { claudeAiOauth: { accessToken: 'CANARY-s' } });
    const account = await claudeAccount(world);
    const states = [
      await loginState(world.ctx, world.tool('claude'), system('claude')),
      await loginState(world.ctx, world.tool('claude'), account),
    ];
    expect(states.map(({ state, identity }) => [state, identity?.subject])).toEqual([
      ['loggedIn', 'user-1'],
      ['loggedIn', 'user-3'],
    ]);
  });

  test('B047 comes from that one home, whatever the shell’s variables point to', async () => {
    const plain = loginWorld();
    const personal = await claudeAccount(plain, 'personal', 'user-p');
    const account = await claudeAccount(plain, 'work', 'user-w');
    const world = plain.as({ env: { CLAUDE_CONFIG_DIR: personal.home } });
    expect(await accountStatus(world.ctx, world.tool('claude'), account)).toMatchObject({
      state: 'loggedIn',
      identity: { subject: 'user-w', email: 'user-w@example.com', plan: 'max' },
      home: account.home,
    });
  });

  test('B047 is a mismatch, and nobody’s name, when the files of the home disagree', async () => {
    const world = loginWorld();
    const account = await claudeAccount(world);
    writeFileSync(
      join(account.home, '.credentials.json'),
      '{"claudeAiOauth":{"accessToken":"X"},"organizationUuid":"org-1"}',
    );
    writeFileSync(join(account.home, '.claude.json'), JSON.stringify(mixedOf('user-3', 'org-2')));
    expect(await loginState(world.ctx, world.tool('claude'), account)).toMatchObject({
      state: 'mismatch',
      identity: null,
    });
  });

  test('is a mismatch when the home is not whose it was', async () => {
    const world = loginWorld();
    const account = await claudeAccount(world);
    const other = await updateAccount(world.ctx, account, {
      identity: { subject: 'user-9', asOf: '2026-01-01T00:00:00Z' },
    });
    expect(await loginState(world.ctx, world.tool('claude'), other)).toMatchObject({
      state: 'mismatch',
      identity: { subject: 'user-3' },
    });
  });

  test('never holds a token or a piece of one', async () => {
    const world = loginWorld();
    const account = await claudeAccount(world);
    expect(JSON.stringify(await accountStatus(world.ctx, world.tool('claude'), account))).not.toMatch(
      /CANARY|9f3/,
    );
  });

  test('is logged out, with the reason, when there is no credential', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'codex', 'work');
    expect(await loginState(world.ctx, world.tool('codex'), account)).toMatchObject({
      state: 'loggedOut',
      store: null,
      reason: 'auth.json is not there',
    });
  });

  test('is the key’s, for an account that holds one', async () => {
    const world = loginWorld();
    const { account } = await loginAccount(world.ctx, world.tool('gemini'), 'work', { key: 'sk-dummy-k' });
    expect(await loginState(world.ctx, world.tool('gemini'), account)).toMatchObject({
      state: 'loggedIn',
      store: 'key',
      identity: { keyFingerprint: expect.stringMatching(/^local:/) },
    });
  });

  test('is nobody’s guess when the key’s file is damaged, or a link that leads elsewhere', async () => {
    const world = loginWorld();
    const { account } = await loginAccount(world.ctx, world.tool('gemini'), 'work', { key: 'sk-dummy-k' });
    const secret = join(world.ctx.paths.accountFolder('gemini', account.id), 'secret.json');
    const state = () => loginState(world.ctx, world.tool('gemini'), account);

    renameSync(secret, `${secret}-elsewhere`);
    expect(await state()).toMatchObject({ state: 'loggedOut' });
    symlinkSync(`${secret}-elsewhere`, secret);
    await expect(state()).rejects.toMatchObject({ code: 'STATE_UNREADABLE' });
    rmSync(secret);
    writeFileSync(secret, '{"key":');
    await expect(state()).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
  });

  test('is unknown where nobody knows how the tool keeps one: that nothing was saved can’t be said', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'foo', 'work');
    writeFileSync(join(account.home, 'token'), 'sk-dummy');
    expect(await loginState(world.ctx, world.tool('foo'), account)).toMatchObject({
      state: 'unknown',
      reason: 'nothing is known of how foo keeps a login',
    });
  });

  test('a plugin that has nothing to look at is not asked', async () => {
    const asked: string[] = [];
    const { ctx, tool } = loginWorld().as({
      extensions: extensionsOf({
        accountInfo: [
          async (_tool, { label }) => {
            asked.push(label);
            return undefined;
          },
        ],
      }),
    });
    await loginState(ctx, tool('foo'), system('foo'));
    expect(asked).toEqual([]);
    await loginState(ctx, tool('foo'), await addAccount(ctx, 'foo', 'work'));
    expect(asked).toEqual(['work']);
  });

  test('a plugin tells who it is where the files do not, and one that fails knows nothing', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'foo', 'work');
    const told = world.as({
      extensions: extensionsOf({
        accountInfo: [
          async () => Promise.reject(new Error('down')),
          async () => ({ email: 'p@example.com' }),
        ],
      }),
    });
    expect(await loginState(told.ctx, told.tool('foo'), account)).toMatchObject({
      identity: { email: 'p@example.com' },
    });
  });
});

describe('a login in the keychain', () => {
  const asking = (code: number | null) => {
    const asked: (readonly string[])[] = [];
    return {
      asked,
      security: async (args: readonly string[]) => ({ code: asked.push(args) > 0 ? code : null }),
    };
  };

  test('B118 is asked for by the bare name for system, and by the home’s for an account', async () => {
    const keychain = asking(0);
    const home = '/Users/u/.claude-work';
    const stat = (path: string) => nodeFileSystem.stat(path === home ? '/' : path);
    const files = { ...nodeFileSystem, stat };
    const world = loginWorld({ platform: 'darwin', userName: 'u', security: keychain.security, files });
    const account = await addAccount(world.ctx, 'claude', 'work');
    const there = { ...account, home };
    const states = [
      await loginState(world.ctx, world.tool('claude'), system('claude')),
      await loginState(world.ctx, world.tool('claude'), there),
    ];
    expect(states).toMatchObject([
      { state: 'loggedIn', store: 'keychain' },
      { state: 'loggedIn', store: 'keychain' },
    ]);
    expect(keychain.asked).toEqual([
      ['find-generic-password', '-s', 'Claude Code-credentials', '-a', 'u'],
      ['find-generic-password', '-s', 'Claude Code-credentials-87169a1d', '-a', 'u'],
    ]);
  });

  test.each([
    ['is not there: 44 is a no', 44, 'loggedOut'],
    ['can’t be told: a locked keychain is no no', 36, 'unknown'],
    ['can’t be told: the program did not end', null, 'unknown'],
  ])('%s', async (_, code, state) => {
    const world = loginWorld({ platform: 'darwin', security: asking(code).security });
    const account = await addAccount(world.ctx, 'claude', 'work');
    expect(await loginState(world.ctx, world.tool('claude'), account)).toMatchObject({ state, store: null });
  });

  test('is never asked for elsewhere', async () => {
    const keychain = asking(0);
    const world = loginWorld({ security: keychain.security });
    const account = await addAccount(world.ctx, 'claude', 'work');
    expect(await loginState(world.ctx, world.tool('claude'), account)).toMatchObject({ state: 'loggedOut' });
    expect(keychain.asked).toEqual([]);
  });
});
