import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  addAccount,
  clearDefault,
  listAccounts,
  readDefault,
  removeAccount,
  renameAccount,
  setDefault,
} from '../../src/accounts/index.ts';
import { withLock, writeJournal } from '../../src/state/index.ts';
import { planUndo, readHistory, shortId, undoChange } from '../../src/undo/index.ts';
import { killEverywhere, storeLab } from '../accounts/store-lab.ts';
import { treeOf } from '../support/tree.ts';

const labels = (ctx: AccountsContext) => listAccounts(ctx, 'alpha').map(({ account }) => account?.label);
const lastId = (ctx: AccountsContext) => readHistory(ctx).changes[0]?.record.id ?? '';

describe('undoChange', () => {
  test('promise 12: takes back the last change, then the one before it, and says what leads forward again', async () => {
    const ctx = storeLab().process();
    const account = await addAccount(ctx, 'alpha', 'work');
    await setDefault(ctx, account);
    await renameAccount(ctx, 'alpha', 'work', 'office');
    const first = await undoChange(ctx);
    expect(first).toMatchObject({ outcome: 'undone', now: ['alpha#office is alpha#work'] });
    expect(labels(ctx)).toEqual(['work']);
    expect(await undoChange(ctx)).toMatchObject({ now: ['alpha has no global default'] });
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'none' });
  });

  test('taking back is a change that can be taken back, and then the first one can be taken back again', async () => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    const { again } = await undoChange(ctx);
    await undoChange(ctx, again ?? '');
    expect(labels(ctx)).toEqual(['office']);
    await undoChange(ctx);
    expect(labels(ctx)).toEqual(['work']);
  });

  test('an earlier change is taken back by its id where nothing since depends on it', async () => {
    const ctx = storeLab().process();
    const account = await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    const id = lastId(ctx);
    await setDefault(ctx, account);
    expect(await undoChange(ctx, shortId(id))).toMatchObject({ id, change: 'rename alpha#work' });
    expect(labels(ctx)).toEqual(['work']);
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'account', id: account.id });
    await expect(undoChange(ctx, id)).rejects.toMatchObject({
      code: 'UNDONE_ALREADY',
      hint: `tools undo ${shortId(lastId(ctx))}`,
    });
  });

  test.each([
    ['renamed again', (ctx: AccountsContext) => renameAccount(ctx, 'alpha', 'office', 'acme'), 'called acme'],
    ['a label that is taken', (ctx: AccountsContext) => addAccount(ctx, 'alpha', 'work'), 'LABEL_TAKEN'],
  ])('what is not as the change left it stays: %s', async (_, meanwhile, says) => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    const id = lastId(ctx);
    await meanwhile(ctx);
    const before = labels(ctx);
    const error = await undoChange(ctx, id).catch((thrown) => thrown);
    expect(`${error.code}: ${error.message}`).toContain(says);
    expect(labels(ctx)).toEqual(before);
  });

  test('a tombstone comes back as one, and a default whose account is gone does not', async () => {
    const ctx = storeLab().process();
    const [work, home] = [await addAccount(ctx, 'alpha', 'work'), await addAccount(ctx, 'alpha', 'home')];
    await setDefault(ctx, work);
    await clearDefault(ctx, 'alpha');
    await setDefault(ctx, home);
    expect(await undoChange(ctx)).toMatchObject({ now: ['no account of alpha is chosen'] });
    expect(readDefault(ctx, 'alpha')).toEqual({ state: 'removed' });
    expect(await undoChange(ctx)).toMatchObject({ now: ['work is the global default of alpha'] });
  });

  test('with nothing to take back: UNDO_NOTHING, and with an id that nobody knows: CHANGE_NOT_FOUND', async () => {
    const ctx = storeLab().process();
    await expect(undoChange(ctx)).rejects.toMatchObject({ code: 'UNDO_NOTHING', exit: 3 });
    await expect(undoChange(ctx, 'nope')).rejects.toMatchObject({ code: 'CHANGE_NOT_FOUND', exit: 3 });
    expect(treeOf(ctx.paths.root)).toEqual({});
  });

  test('a plan changes nothing', async () => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    const before = treeOf(ctx.paths.root);
    expect(await planUndo(ctx)).toMatchObject({ outcome: 'undone', now: ['alpha#office is alpha#work'] });
    expect(treeOf(ctx.paths.root)).toEqual(before);
  });

  test('one that another process is at is left to it: UNDO_UNDER_WAY, exit 5', async () => {
    const lab = storeLab();
    const other = lab.process();
    const account = await addAccount(other, 'alpha', 'work');
    const entry = { verb: 'rename', tool: 'alpha', account: account.id, what: { from: 'work', to: 'x' } };
    writeJournal(other.host, other.paths, entry);
    await expect(undoChange(lab.process())).rejects.toMatchObject({ code: 'UNDO_UNDER_WAY', exit: 5 });
    lab.end(other);
    expect(await undoChange(lab.process())).toMatchObject({ outcome: 'void' });
    expect(readHistory(other).changes.map(({ record }) => record.verb)).not.toContain('rename');
  });

  test('two at once take back two changes, one after the other', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    await renameAccount(ctx, 'alpha', 'office', 'acme');
    await Promise.all([undoChange(lab.process()), undoChange(lab.process())]);
    expect(labels(ctx)).toEqual(['work']);
  });

  test('what can not be read may be the last change: it is told, and nothing is taken back', async () => {
    const ctx = storeLab().process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    writeFileSync(join(ctx.paths.journal, '20991231T000000Z-aaaaaaaa.json'), '{');
    await expect(undoChange(ctx)).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
    expect(labels(ctx)).toEqual(['office']);
    expect(await undoChange(ctx, lastId(ctx))).toMatchObject({ outcome: 'undone' });
  });

  test('a verb that nobody can take back says so', async () => {
    const ctx = storeLab().process();
    const entry = { verb: 'of tomorrow', tool: 'alpha', account: null, what: {} };
    writeJournal(ctx.host, ctx.paths, entry).done();
    await expect(undoChange(ctx)).rejects.toMatchObject({ code: 'UNDO_IMPOSSIBLE', exit: 1 });
  });

  test('while somebody else takes something back it waits', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    await renameAccount(ctx, 'alpha', 'work', 'office');
    let undone: Promise<unknown> = Promise.resolve();
    await withLock(ctx.host, join(ctx.paths.journal, '.undo'), 'test', async () => {
      undone = undoChange(lab.process());
      await new Promise((done) => setTimeout(done, 20));
      expect(labels(ctx)).toEqual(['office']);
    });
    await undone;
    expect(labels(ctx)).toEqual(['work']);
  });
});

interface TakenBack {
  readonly what: string;
  given?(ctx: AccountsContext): Promise<unknown>;
  change(ctx: AccountsContext): Promise<unknown>;
  is(ctx: AccountsContext): string;
  readonly before: string;
  readonly after: string;
}

const chooseFirst = async (ctx: AccountsContext) => {
  const account = listAccounts(ctx, 'alpha')[0]?.account;
  if (account) await setDefault(ctx, account);
};

const cutOff = (ctx: AccountsContext) => readHistory(ctx).changes.filter(({ state }) => state === 'cutOff');

describe('ended at any step of taking back', () => {
  const cases: readonly TakenBack[] = [
    {
      what: 'a rename',
      change: (ctx) => renameAccount(ctx, 'alpha', 'work', 'office'),
      is: (ctx) => labels(ctx).join(),
      before: 'work',
      after: 'office',
    },
    {
      what: 'the first default',
      change: chooseFirst,
      is: (ctx) => readDefault(ctx, 'alpha').state,
      before: 'none',
      after: 'account',
    },
    {
      what: 'the removal of the default',
      given: chooseFirst,
      change: (ctx) => removeAccount(ctx, 'alpha', 'work'),
      is: (ctx) => `${labels(ctx).join()} ${readDefault(ctx, 'alpha').state}`,
      before: 'work account',
      after: ' removed',
    },
    {
      what: 'a new account',
      change: (ctx) => addAccount(ctx, 'alpha', 'late'),
      is: (ctx) => labels(ctx).join(),
      before: 'work',
      after: 'late,work',
    },
  ];

  test.each(cases)(
    '$what, things are as before or after it, and the next ones bring it to an end',
    async (each) => {
      const steps = await killEverywhere({
        before: async (ctx) => {
          await addAccount(ctx, 'alpha', 'work');
          await each.given?.(ctx);
          await each.change(ctx);
        },
        change: (ctx) => undoChange(ctx),
        after: async (ctx) => {
          expect([each.before, each.after]).toContain(each.is(ctx));
          // What was cut off is completed or forgotten by one of them, and what still stands taken back by another.
          for (let n = 0; n < 2; n += 1)
            if (each.is(ctx) !== each.before || cutOff(ctx).length > 0) await undoChange(ctx);
          expect(each.is(ctx)).toBe(each.before);
          expect(cutOff(ctx)).toEqual([]);
        },
      });
      expect(steps).toBeGreaterThan(5);
    },
  );
});
