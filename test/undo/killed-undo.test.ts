import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AccountsContext, removeInstallation } from '../../src/accounts/index.ts';
import { shareAccount } from '../../src/accounts/share-account.ts';
import { readAccount } from '../../src/accounts/store/account-file.ts';
import { joinRoot } from '../../src/accounts/sync/join-root.ts';
import { addInstallation, installationNames, planAddition } from '../../src/install/index.ts';
import { readHistory, undoChange } from '../../src/undo/index.ts';
import { dieAtEachStep } from '../accounts/die-at-each-step.ts';
import { demoTool, newAccount, type SharingLab, textOf } from '../accounts/sharing/sharing-lab.ts';

const cutOff = (ctx: AccountsContext) => readHistory(ctx).changes.filter(({ state }) => state === 'cutOff');

/** What was cut off is completed or forgotten by one of them, and what still stands taken back by another. */
async function toTheEnd(ctx: AccountsContext, isBack: () => boolean): Promise<void> {
  for (let n = 0; n < 3 && (!isBack() || cutOff(ctx).length > 0); n += 1) await undoChange(ctx);
  expect(isBack()).toBe(true);
  expect(cutOff(ctx)).toEqual([]);
}

const names = (ctx: AccountsContext) => installationNames(ctx.host, ctx.paths, demoTool);

async function addSecond(lab: SharingLab): Promise<void> {
  const ctx = lab.process();
  await addInstallation(
    ctx,
    demoTool,
    await planAddition(ctx, demoTool, { name: 'second', file: '/bin/sh', root: 'own' }),
  );
}

test('sharing that was ended comes back, whoever dies while it does', async () => {
  const steps = await dieAtEachStep(
    async (lab) => {
      const ctx = lab.process();
      const account = await newAccount(ctx, 'work');
      await joinRoot(ctx, demoTool, account);
      lab.put(account.home, 'sessions/mine.jsonl', 'mine');
      await shareAccount(ctx, demoTool, account, { kind: 'off' });
      lab.put(account.home, 'sessions/since.jsonl', 'since');
      return account;
    },
    (ctx) => undoChange(ctx),
    async (ctx, account) => {
      const isSharing = () => readAccount(ctx, 'demo', account.id)?.sharing.on === true;
      await toTheEnd(ctx, isSharing);
      await joinRoot(ctx, demoTool, readAccount(ctx, 'demo', account.id) ?? account);
      expect(textOf(account.home, 'sessions/mine.jsonl')).toBe('mine');
      expect(textOf(account.home, 'sessions/since.jsonl')).toBe('since');
    },
  );
  expect(steps).toBeGreaterThan(20);
}, 120_000);

test('an installation that was removed comes back whole, whoever dies while it does', async () => {
  const steps = await dieAtEachStep(
    async (lab) => {
      await addSecond(lab);
      lab.put(join(lab.home, 'ours/installations/demo/second/shared'), 'sessions/a', 'held');
      await removeInstallation(lab.process(), demoTool, 'second', { withState: true });
    },
    (ctx) => undoChange(ctx),
    async (ctx, _, lab) => {
      await toTheEnd(ctx, () => names(ctx).includes('second'));
      expect(textOf(join(lab.home, 'ours/installations/demo/second/shared'), 'sessions/a')).toBe('held');
    },
  );
  expect(steps).toBeGreaterThan(8);
}, 60_000);

test('an installation that was added goes, whoever dies while it does', async () => {
  const steps = await dieAtEachStep(
    addSecond,
    (ctx) => undoChange(ctx),
    async (ctx) => toTheEnd(ctx, () => !names(ctx).includes('second')),
  );
  expect(steps).toBeGreaterThan(8);
}, 60_000);
