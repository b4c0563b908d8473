import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  clearDefault,
  findAccount,
  readDefault,
  setDefault,
} from '../../../src/accounts/index.ts';
import { treeOf } from '../../support/tree.ts';
import { killEverywhere, pathsIn, storeLab } from '../store-lab.ts';

describe('the default account', () => {
  test('is none, then an account, then removed, then system', async () => {
    const ctx = storeLab().process();
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'none' });
    expect(await clearDefault(ctx, 'alpha')).toBe(false);
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'none' });
    const work = await addAccount(ctx, 'alpha', 'work');
    await setDefault(ctx, work);
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'account', id: work.id });
    expect(readDefault(ctx, 'beta')).toEqual({ state: 'none' });
    expect(await clearDefault(ctx, 'alpha')).toBe(true);
    expect(await clearDefault(ctx, 'alpha')).toBe(false);
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'removed' });
    await setDefault(ctx, { kind: 'system', tool: 'alpha', label: 'system' });
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'system' });
  });

  test('whose account was deleted by hand counts as removed', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const { id } = await addAccount(ctx, 'alpha', 'work');
    await setDefault(ctx, findAccount(ctx, 'alpha', 'work'));
    rmSync(join(lab.root, 'accounts/alpha', id), { recursive: true });
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'removed' });
  });

  test('that is damaged is an error with path and offset, and is not written over by reading', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await setDefault(ctx, await addAccount(ctx, 'alpha', 'work'));
    const path = join(lab.root, 'defaults/alpha');
    writeFileSync(path, '{"schemaVersion":1,');
    const before = treeOf(lab.root);
    for (let run = 0; run < 50; run += 1) {
      expect(() => readDefault(ctx, 'alpha')).toThrow(
        expect.objectContaining({
          code: 'STATE_DAMAGED',
          data: expect.objectContaining({ path, offset: 19 }),
        }),
      );
    }
    expect(treeOf(lab.root)).toEqual(before);
  });

  test.each(['../evil', '', '.hidden'])('the tool %j leads nowhere', async (tool) => {
    const lab = storeLab();
    await expect(setDefault(lab.process(), { kind: 'system', tool, label: 'system' })).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
    });
    expect(treeOf(lab.home)).toEqual({});
  });

  test('changed, and ended at any step, is the old one or the new one', async () => {
    const steps = await killEverywhere({
      before: async (ctx) => {
        await setDefault(ctx, await addAccount(ctx, 'alpha', 'old'));
        await addAccount(ctx, 'alpha', 'new');
      },
      change: (ctx) => setDefault(ctx, findAccount(ctx, 'alpha', 'new')),
      after: async (ctx, lab) => {
        const [old, young] = ['old', 'new'].map((label) => findAccount(ctx, 'alpha', label)) as [
          never,
          never,
        ];
        const choice = readDefault(ctx, 'alpha');
        expect([old, young].map(({ id }: { id: string }) => id)).toContain(
          choice.state === 'account' ? choice.id : '',
        );
        await setDefault(ctx, old);
        await setDefault(ctx, young);
        expect(readDefault(ctx, 'alpha')).toEqual({ state: 'account', id: (young as { id: string }).id });
        expect(pathsIn(lab).filter((path) => path.startsWith('defaults'))).toEqual([
          'defaults',
          'defaults/alpha',
        ]);
      },
    });
    expect(steps).toBeGreaterThan(8);
  });
});
