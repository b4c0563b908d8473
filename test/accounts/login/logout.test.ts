import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  loginAccount,
  loginState,
  logoutAccount,
  writeLiveMark,
} from '../../../src/accounts/index.ts';
import { codexLogin, type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

async function codexAccount(world: LoginWorld, label = 'work') {
  const account = await addAccount(world.ctx, 'codex', label);
  writeFileSync(join(account.home, 'auth.json'), codexLogin(label));
  return account;
}

const logout = (world: LoginWorld, tool: string, label: string) =>
  logoutAccount(world.ctx, world.tool(tool), world.account(tool, label));

describe('a logout', () => {
  test('is the tool’s own, in that home, and leaves every other account logged in', async () => {
    const world = loginWorld();
    const [work, personal] = [await codexAccount(world), await codexAccount(world, 'personal')];
    const codex = world.fake('codex', (world) => world.remove(`${world.env.CODEX_HOME}/auth.json`));
    expect(await logout(world, 'codex', 'work')).toEqual({ wasLoggedIn: true });
    expect(codex.runs()[0]).toMatchObject({ argv: ['logout'], env: { CODEX_HOME: work.home } });
    expect(await loginState(world.ctx, world.tool('codex'), work)).toMatchObject({ state: 'loggedOut' });
    expect(await loginState(world.ctx, world.tool('codex'), personal)).toMatchObject({ state: 'loggedIn' });
  });

  test('of a tool that says so and does nothing removes exactly what a login owns', async () => {
    const world = loginWorld();
    const account = await addAccount(world.ctx, 'claude', 'work');
    writeFileSync(
      join(account.home, '.credentials.json'),
      '{"claudeAiOauth":{"accessToken":"X"},"mcpOAuth":{"s":1}}',
    );
    writeFileSync(
      join(account.home, '.claude.json'),
      '{ "projects": {}, "oauthAccount": {"accountUuid":"u"} }',
    );
    world.fake('claude', (world) => world.say('Logged out'));
    expect(await logout(world, 'claude', 'work')).toEqual({ wasLoggedIn: true });
    expect(JSON.parse(world.read(join(account.home, '.credentials.json')))).toEqual({ mcpOAuth: { s: 1 } });
    expect(JSON.parse(world.read(join(account.home, '.claude.json')))).toEqual({ projects: {} });
  });

  test('of a tool that is not there works all the same', async () => {
    const world = loginWorld({ env: { PATH: '/nowhere' } });
    const account = await codexAccount(world);
    expect(await logout(world, 'codex', 'work')).toEqual({ wasLoggedIn: true });
    expect(existsSync(join(account.home, 'auth.json'))).toBe(false);
  });

  test('of an account that is not logged in starts nothing', async () => {
    const world = loginWorld();
    world.fake('codex', () => 0, { unused: true });
    await addAccount(world.ctx, 'codex', 'work');
    expect(await logout(world, 'codex', 'work')).toEqual({ wasLoggedIn: false });
  });

  test('takes a key that we hold', async () => {
    const world = loginWorld();
    const { account } = await loginAccount(world.ctx, world.tool('gemini'), 'work', { key: 'sk-dummy-k' });
    expect(await logout(world, 'gemini', 'work')).toEqual({ wasLoggedIn: true });
    expect(await loginState(world.ctx, world.tool('gemini'), account)).toMatchObject({ state: 'loggedOut' });
  });

  test('is refused while the account runs', async () => {
    const world = loginWorld();
    const account = await codexAccount(world);
    const mark = writeLiveMark(world.ctx, account);
    expect(await rejectionOf(logout(world, 'codex', 'work'))).toMatchObject({ exit: 5 });
    mark.remove();
  });

  test('that leaves an item in the keychain says so', async () => {
    const world = loginWorld({ platform: 'darwin', security: async () => ({ code: 0 }) });
    world.fake('claude', () => 0);
    await addAccount(world.ctx, 'claude', 'work');
    expect(await rejectionOf(logout(world, 'claude', 'work'))).toMatchObject({
      code: 'LOGOUT_FAILED',
      exit: 1,
    });
  });
});
