import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  chooseAccount,
  findAccount,
  listAccounts,
  liveProcesses,
  readDefault,
  removeAccount,
  setDefault,
  writeLiveMark,
} from '../../src/accounts/index.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';
import { treeOf } from '../support/tree.ts';
import { killEverywhere, markOf, pathsIn, storeLab } from './store-lab.ts';

const notFound = expect.objectContaining({ code: 'ACCOUNT_NOT_FOUND', exit: 3 });

describe('removeAccount', () => {
  test('moves the folder to the trash whole, and frees the label', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
    writeFileSync(join(account.home, 'auth.json'), 'CANARY-1');
    const folder = join(lab.root, 'accounts/alpha', account.id);
    const before = treeOf(folder);
    const removed = await removeAccount(ctx, 'alpha', 'work');
    expect(removed).toMatchObject({ tool: 'alpha', label: 'work', id: account.id, wasDefault: false });
    expect(treeOf(removed.trash)).toEqual(before);
    expect(existsSync(folder)).toBe(false);
    expect(() => findAccount(ctx, 'alpha', 'work')).toThrow(notFound);
    const again = await addAccount(ctx, 'alpha', 'work');
    expect(again.id).not.toBe(account.id);
  });

  test('what was recorded of its launches goes with it', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const { id } = await addAccount(ctx, 'alpha', 'work');
    const records = join(lab.root, 'cache/launch/alpha', id);
    mkdirSync(records, { recursive: true });
    writeFileSync(join(records, 'launch.json'), '{}');
    await removeAccount(ctx, 'alpha', 'work');
    expect(existsSync(records)).toBe(false);
  });

  test('B005: removing an account called like something of ours removes that account only', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    const before = pathsIn(lab);
    for (const label of ['shared', 'accounts', 'tmp', 'labels']) {
      await addAccount(ctx, 'alpha', label);
      await removeAccount(ctx, 'alpha', label);
    }
    expect(pathsIn(lab)).toEqual(before);
  });

  test('a home that lies elsewhere, and what links in a home lead to, stay as they are', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const elsewhere = join(lab.home, 'mine');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'notes'), 'CANARY-2');
    const before = treeOf(elsewhere);
    const { home } = await addAccount(ctx, 'alpha', 'work');
    symlinkSync(elsewhere, join(home, 'sessions'));
    await removeAccount(ctx, 'alpha', 'work');
    expect(treeOf(elsewhere)).toEqual(before);
  });

  test('B136: after the default was removed no account is chosen, and no other one takes its place', async () => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'other');
    await setDefault(ctx, await addAccount(ctx, 'alpha', 'work'));
    const removed = await removeAccount(ctx, 'alpha', 'work');
    expect(removed.wasDefault).toBe(true);
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'removed' });
    const stopped = expect.objectContaining({
      code: 'NO_ACCOUNT_CHOSEN',
      exit: 3,
      message: expect.stringContaining('no account chosen'),
      hint: 'tools use alpha other --global',
    });
    expect(() => chooseAccount(ctx, 'alpha')).toThrow(stopped);
    await addAccount(ctx, 'alpha', 'work');
    expect(() => chooseAccount(ctx, 'alpha')).toThrow(stopped);
  });

  test('the default of others stays when an account that is not the default is removed', async () => {
    const ctx = storeLab().process();
    const work = await addAccount(ctx, 'alpha', 'work');
    await setDefault(ctx, work);
    await addAccount(ctx, 'alpha', 'other');
    await removeAccount(ctx, 'alpha', 'other');
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'account', id: work.id });
  });

  test.each([
    ['alive', (pid: number) => markOf(pid)],
    ['on another machine', (pid: number) => markOf(pid, 'elsewhere')],
  ])('refuses while a process runs under it that is %s', async (_state, mark) => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    writeLiveMark(ctx, account, mark(77));
    const before = treeOf(lab.root);
    await expect(removeAccount(ctx, 'alpha', 'work')).rejects.toMatchObject({
      code: 'ACCOUNT_RUNNING',
      exit: 5,
      message: expect.stringContaining('77'),
    });
    expect(treeOf(lab.root)).toEqual(before);
  });

  test('the mark of a dead process is no obstacle', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const runner = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    writeLiveMark(runner, account);
    lab.end(runner);
    expect(liveProcesses(ctx, account)).toEqual([]);
    await removeAccount(ctx, 'alpha', 'work');
  });

  test('an account whose home was deleted, and one whose account.json is damaged, can be removed', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const [gone, damaged] = [
      await addAccount(ctx, 'alpha', 'gone'),
      await addAccount(ctx, 'alpha', 'damaged'),
    ];
    nodeFileSystem.rmdir(gone.home);
    writeFileSync(join(lab.root, 'accounts/alpha', damaged.id, 'account.json'), '{');
    await removeAccount(ctx, 'alpha', 'gone');
    const { trash } = await removeAccount(ctx, 'alpha', 'damaged');
    expect(readdirSync(trash)).toContain('account.json');
    expect(basename(trash)).toBe(damaged.id);
    expect(listAccounts(ctx)).toEqual([]);
  });

  test.each([
    ['system', 'SYSTEM_ACCOUNT_REFUSED', 2],
    ['nope', 'ACCOUNT_NOT_FOUND', 3],
    ['WORK', 'ACCOUNT_NOT_FOUND', 3],
    ['', 'ACCOUNT_NOT_FOUND', 3],
    ['../../labels', 'ACCOUNT_NOT_FOUND', 3],
  ])('%j is %s, and nothing is changed', async (label, code, exit) => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    const before = treeOf(lab.home);
    await expect(removeAccount(ctx, 'alpha', label)).rejects.toMatchObject({ code, exit });
    expect(treeOf(lab.home)).toEqual(before);
  });

  test('ended at any step, the account and its default are there, or both are gone and its bytes are in the trash', async () => {
    const steps = await killEverywhere({
      before: async (ctx) => {
        const account = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
        writeFileSync(join(account.home, 'auth.json'), 'CANARY-3');
        await setDefault(ctx, account);
      },
      change: (ctx) => removeAccount(ctx, 'alpha', 'work'),
      after: async (ctx, lab) => {
        const [listed] = listAccounts(ctx, 'alpha');
        const isThere = listed !== undefined;
        expect(readDefault(ctx, 'alpha').state).toBe(isThere ? 'account' : 'removed');
        const moved = Object.keys(treeOf(ctx.paths.trash)).filter((path) => path.endsWith('auth.json'));
        expect(moved).toHaveLength(isThere ? 0 : 1);
        if (isThere) {
          expect(chooseAccount(ctx, 'alpha').account).toEqual(findAccount(ctx, 'alpha', 'work'));
          await removeAccount(ctx, 'alpha', 'work');
        } else {
          expect(() => chooseAccount(ctx, 'alpha')).toThrow(
            expect.objectContaining({ code: 'NO_ACCOUNT_CHOSEN' }),
          );
          expect(() => findAccount(ctx, 'alpha', 'work')).toThrow(notFound);
        }
        const { id } = await addAccount(ctx, 'alpha', 'work');
        expect(readDefault(ctx, 'alpha')).toEqual({ state: 'removed' });
        await setDefault(ctx, findAccount(ctx, 'alpha', 'work'));
        const folder = `accounts/alpha/${id}`;
        expect(pathsIn(lab)).toEqual([
          ...['accounts', 'accounts/alpha', folder, `${folder}/account.json`, `${folder}/home`],
          ...['defaults', 'defaults/alpha', 'labels', 'labels/alpha', 'labels/alpha/work', 'layout.json'],
        ]);
      },
    });
    expect(steps).toBeGreaterThan(20);
  });
});
