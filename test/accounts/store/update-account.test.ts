import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  findStoredAccount,
  keyFingerprint,
  readKey,
  removeAccount,
  removeKey,
  renameAccount,
  replaceKey,
  updateAccount,
} from '../../../src/accounts/index.ts';
import { treeOf } from '../../support/tree.ts';
import { killEverywhere, pathsIn, storeLab } from '../store-lab.ts';

const identity = { email: 'me@example.com', asOf: '2026-01-01T00:00:00.000Z' };

describe('updateAccount', () => {
  test('changes what is asked for, on what the file says by then', async () => {
    const lab = storeLab();
    const [one, other] = [lab.process(), lab.process()];
    const account = await addAccount(one, 'alpha', 'work');
    await renameAccount(other, 'alpha', 'work', 'office');
    await updateAccount(one, account, { identity });
    await updateAccount(other, account, ({ environment }) => ({
      environment: { ...environment, GATEWAY: 'https://example.com' },
    }));
    expect(findStoredAccount(one, 'alpha', 'office', 'test')).toEqual({
      ...account,
      label: 'office',
      identity,
      environment: { GATEWAY: 'https://example.com' },
    });
  });

  test('loses none of 30 changes made at once', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        updateAccount(lab.process(), account, ({ environment }) => ({
          environment: { ...environment, [`V${index}`]: '1' },
        })),
      ),
    );
    expect(Object.keys(findStoredAccount(ctx, 'alpha', 'work', 'test').environment)).toHaveLength(30);
  });

  test('keeps keys of account.json that a later release put there', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    const path = join(lab.root, 'accounts/alpha', account.id, 'account.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), later: { a: 1 } }));
    await updateAccount(ctx, account, { identity });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ later: { a: 1 }, identity });
  });

  test('an account that was removed does not come back', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work');
    await removeAccount(ctx, 'alpha', 'work');
    const before = treeOf(lab.root);
    await expect(updateAccount(ctx, account, { identity })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    });
    await expect(replaceKey(ctx, account, 'sk-dummy-1')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect(treeOf(lab.root)).toEqual(before);
  });

  test('ended at any step, account.json is the old one or the new one', async () => {
    await killEverywhere({
      before: async (ctx) => void (await addAccount(ctx, 'alpha', 'work')),
      change: (ctx) => updateAccount(ctx, findStoredAccount(ctx, 'alpha', 'work', 'test'), { identity }),
      after: async (ctx, lab) => {
        const account = findStoredAccount(ctx, 'alpha', 'work', 'test');
        expect([null, identity]).toContainEqual(account.identity);
        await updateAccount(ctx, account, { identity });
        expect(pathsIn(lab)).toHaveLength(9);
      },
    });
  });
});

describe('replaceKey', () => {
  test('puts the new key and its fingerprint in place of the old ones', async () => {
    const ctx = storeLab().process();
    const account = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
    const replaced = await replaceKey(ctx, account, 'sk-dummy-2');
    expect(readKey(ctx, replaced)).toBe('sk-dummy-2');
    expect(replaced.identity?.keyFingerprint).toBe(keyFingerprint(account.id, 'sk-dummy-2'));
    expect(replaced.identity?.keyFingerprint).not.toBe(account.identity?.keyFingerprint);
  });

  test('B017: an empty key is refused, and the old one stays', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const account = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
    const before = treeOf(lab.root);
    await expect(replaceKey(ctx, account, '')).rejects.toMatchObject({
      code: 'KEY_INPUT_UNUSABLE',
      data: { problem: 'empty' },
    });
    expect(treeOf(lab.root)).toEqual(before);
  });

  test('ended at any step, one whole key is there and it can be replaced', async () => {
    await killEverywhere({
      before: async (ctx) => void (await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' })),
      change: (ctx) => replaceKey(ctx, findStoredAccount(ctx, 'alpha', 'work', 'test'), 'sk-dummy-2'),
      after: async (ctx, lab) => {
        const account = findStoredAccount(ctx, 'alpha', 'work', 'test');
        expect(['sk-dummy-1', 'sk-dummy-2']).toContain(readKey(ctx, account));
        const replaced = await replaceKey(ctx, account, 'sk-dummy-3');
        expect(readKey(ctx, replaced)).toBe('sk-dummy-3');
        expect(pathsIn(lab)).toHaveLength(10);
      },
    });
  });

  test('a key that was taken away is missing', async () => {
    const ctx = storeLab().process();
    const account = await addAccount(ctx, 'alpha', 'work', { key: 'sk-dummy-1' });
    expect(await removeKey(ctx, account)).toBe(true);
    expect(await removeKey(ctx, account)).toBe(false);
    expect(() => readKey(ctx, account)).toThrow(expect.objectContaining({ code: 'KEY_MISSING', exit: 4 }));
  });
});
