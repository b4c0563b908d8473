import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  environmentOf,
  loginAccount,
  logoutAccount,
  planLaunch,
  removeAccount,
  type StoredAccount,
} from '../../../src/accounts/index.ts';
import { appPaths } from '../../../src/platform/index.ts';
import { testHost } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { codexLogin, type LoginWorld, loginWorld, rejectionOf } from '../login-world.ts';

/** Edits account.json by hand, as a person would. */
function moveHome(world: LoginWorld, { id }: StoredAccount, home: string): void {
  const path = join(world.ctx.paths.accountFolder('codex', id), 'account.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), home }));
}

async function twoAccounts(): Promise<{ world: LoginWorld; work: StoredAccount; other: StoredAccount }> {
  const world = loginWorld();
  world.fake('codex', () => 0, { unused: true });
  world.put('.codex/auth.json', codexLogin('system'));
  world.put('.claude/settings.json', {});
  const other = await addAccount(world.ctx, 'codex', 'other');
  writeFileSync(join(other.home, 'auth.json'), codexLogin('other'));
  return { world, other, work: await addAccount(world.ctx, 'codex', 'work') };
}

describe('the directory of an account', () => {
  test.each<[string, (world: LoginWorld, work: StoredAccount, other: StoredAccount) => string]>([
    ["another account's directory", (_world, _work, other) => other.home],
    ["another account's folder", (_world, _work, other) => join(other.home, '..')],
    ['its own folder', (_world, work) => join(work.home, '..')],
    ['our folder', (world) => world.ctx.paths.root],
    ["the tool's own directory", (world) => join(world.home, '.codex')],
    ['a directory in it', (world) => join(world.home, '.codex/sub')],
    ["another tool's own directory", (world) => join(world.home, '.claude')],
    ["the user's home", (world) => world.home],
    ['what that lies in', (world) => join(world.home, '..')],
    ['the root of the disk', () => '/'],
  ])('is not %s, whether account.json or a link leads there', async (_, place) => {
    for (const isLink of [false, true]) {
      const { world, work, other } = await twoAccounts();
      const home = place(world, work, other);
      mkdirSync(join(world.home, '.codex/sub'));
      if (isLink) {
        rmSync(work.home, { recursive: true });
        symlinkSync(home, work.home);
      } else moveHome(world, work, home);
      const before = treeOf(world.home);
      const account = world.account('codex', 'work');
      const tool = world.tool('codex');
      for (const use of [
        () => planLaunch(world.ctx, tool, account),
        () => environmentOf(world.ctx, tool, account),
        () => loginAccount(world.ctx, tool, 'work'),
        () => logoutAccount(world.ctx, tool, account),
      ]) {
        expect(await rejectionOf(use())).toMatchObject({ code: 'ACCOUNT_HOME_FOREIGN', exit: 6 });
      }
      expect(treeOf(world.home)).toEqual(before);
      const { id } = await removeAccount(world.ctx, 'codex', 'work');
      expect(id).toBe(work.id);
      expect(readFileSync(join(other.home, 'auth.json'), 'utf8')).toBe(codexLogin('other'));
      expect(world.read('.codex/auth.json')).toBe(codexLogin('system'));
    }
  });

  test('is not that of the original, in a copy of our folder', async () => {
    const { world } = await twoAccounts();
    const copy = join(world.home, 'backup');
    cpSync(world.ctx.paths.root, copy, { recursive: true });
    const host = testHost({ home: world.home, env: { ...world.ctx.host.env, AI_TOOLS_HOME: copy } });
    const ctx = { ...world.ctx, host, paths: appPaths(host) };
    const refused = loginAccount(ctx, world.tool('codex'), 'work');
    expect(await rejectionOf(refused)).toMatchObject({ code: 'ACCOUNT_HOME_FOREIGN' });
  });

  test('may lie elsewhere, and its folder behind a link', async () => {
    const { world, work, other } = await twoAccounts();
    mkdirSync(join(world.home, 'disk'));
    moveHome(world, work, join(world.home, 'disk'));
    const folder = world.ctx.paths.accountFolder('codex', other.id);
    renameSync(folder, join(world.home, 'moved'));
    symlinkSync(join(world.home, 'moved'), folder);
    for (const label of ['work', 'other']) {
      const { env } = await planLaunch(world.ctx, world.tool('codex'), world.account('codex', label));
      expect(env.CODEX_HOME).toBe((world.account('codex', label) as StoredAccount).home);
    }
  });
});
