import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  findAccount,
  listAccounts,
  renameAccount,
} from '../../src/accounts/index.ts';
import { nodeFileSystem } from '../../src/platform/index.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { treeOf } from '../support/tree.ts';
import { killEverywhere, pathsIn, storeLab } from './store-lab.ts';

const isFound = (ctx: AccountsContext, label: string) => {
  try {
    return findAccount(ctx, 'alpha', label).label === label;
  } catch {
    return false;
  }
};

describe('renameAccount', () => {
  test('promise 4: changes the label and nothing else: the home stays where it is', async () => {
    const ctx = storeLab().process();
    const account = await addAccount(ctx, 'alpha', 'work');
    const renamed = await renameAccount(ctx, 'alpha', 'work', 'office');
    expect(renamed).toEqual({ ...account, label: 'office' });
    expect(findAccount(ctx, 'alpha', 'office')).toEqual(renamed);
    expect(isFound(ctx, 'work')).toBe(false);
    await addAccount(ctx, 'alpha', 'work');
    expect(listAccounts(ctx, 'alpha').map(({ account: each }) => each?.label)).toEqual(['office', 'work']);
  });

  test.each([
    ['WORK', 'other letters'],
    ['ｗｏｒｋ', 'another width'],
  ])('to %j (%s of the same label) works', async (label) => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', label);
    expect(isFound(ctx, label)).toBe(true);
    expect(pathsIn(lab).filter((path) => path.startsWith('labels/alpha/'))).toEqual(['labels/alpha/work']);
  });

  test.each([
    ['work', 'home', 'LABEL_TAKEN', 2],
    ['work', 'HOME', 'LABEL_TAKEN', 2],
    ['work', 'a/b', 'LABEL_UNUSABLE', 2],
    ['work', 'system', 'SYSTEM_ACCOUNT_REFUSED', 2],
    ['system', 'new', 'SYSTEM_ACCOUNT_REFUSED', 2],
    ['nope', 'new', 'ACCOUNT_NOT_FOUND', 3],
    ['Work', 'new', 'ACCOUNT_NOT_FOUND', 3],
    ['../x', 'new', 'ACCOUNT_NOT_FOUND', 3],
  ])('%j to %j is %s, and nothing is changed', async (from, to, code, exit) => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    await addAccount(ctx, 'alpha', 'home');
    const before = treeOf(lab.root);
    await expect(renameAccount(ctx, 'alpha', from, to)).rejects.toMatchObject({ code, exit });
    expect(treeOf(lab.root)).toEqual(before);
  });

  test('ended at any step, the account is there under exactly one of its labels, and the other one is free', async () => {
    let runs = 0;
    const steps = await killEverywhere({
      before: async (ctx) => void (await addAccount(ctx, 'alpha', 'old', { key: 'sk-dummy-1' })),
      change: (ctx) => renameAccount(ctx, 'alpha', 'old', 'new'),
      after: async (ctx, lab) => {
        const [listed, ...others] = listAccounts(ctx, 'alpha');
        expect(others).toEqual([]);
        const label = listed?.account?.label ?? '';
        const free = label === 'old' ? 'new' : 'old';
        expect([isFound(ctx, label), isFound(ctx, free)]).toEqual([true, false]);
        runs += 1;
        if (runs % 2 === 0) {
          // Adding would clear what the dead one left: renaming at once must do without.
          await renameAccount(ctx, 'alpha', label, free);
          await renameAccount(ctx, 'alpha', free, label);
        }
        await addAccount(ctx, 'alpha', free);
        await expect(addAccount(ctx, 'alpha', label)).rejects.toMatchObject({ code: 'LABEL_TAKEN' });
        await renameAccount(ctx, 'alpha', label, 'third');
        const folders = listAccounts(ctx, 'alpha').flatMap(({ id, account }) => {
          const folder = `accounts/alpha/${id}`;
          return [
            folder,
            `${folder}/account.json`,
            `${folder}/home`,
            ...(account?.kind === 'key' ? [`${folder}/secret.json`] : []),
          ];
        });
        expect(pathsIn(lab)).toEqual([
          ...['accounts', 'accounts/alpha', ...folders].sort(),
          ...['labels', 'labels/alpha', `labels/alpha/${free}`, 'labels/alpha/third', 'layout.json'],
        ]);
      },
    });
    expect(steps).toBeGreaterThan(15);
  });

  test('on a full disk the old label stays and the new one is free', async () => {
    for (let step = 1, isReached = true; isReached; step += 1) {
      const lab = storeLab();
      const faulty = faultyFiles(nodeFileSystem);
      const ctx = lab.process({ files: faulty.files });
      await addAccount(ctx, 'alpha', 'old');
      const before = pathsIn(lab);
      const start = faulty.steps.length;
      faulty.failWhere(
        (method) => ['writeNew', 'mkdir', 'link'].includes(method) && faulty.steps.length >= start + step,
        'ENOSPC',
      );
      const result = await renameAccount(ctx, 'alpha', 'old', 'new').catch((error: unknown) => error);
      isReached = result instanceof Error;
      if (isReached) {
        expect(result).toMatchObject({ code: 'WRITE_FAILED', data: { cause: 'ENOSPC' } });
        expect(pathsIn(lab)).toEqual(before);
        expect(isFound(ctx, 'old')).toBe(true);
      } else expect(isFound(ctx, 'new')).toBe(true);
    }
  });

  test('two processes that give each other’s labels away get one of each', async () => {
    const lab = storeLab();
    const [one, other] = [lab.process(), lab.process()];
    await addAccount(one, 'alpha', 'a');
    await addAccount(one, 'alpha', 'b');
    const results = await Promise.allSettled([
      renameAccount(one, 'alpha', 'a', 'c'),
      renameAccount(other, 'alpha', 'b', 'c'),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(listAccounts(one, 'alpha').filter(({ account }) => account?.label === 'c')).toHaveLength(1);
  });
});
