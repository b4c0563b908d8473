import { existsSync, lstatSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AccountsContext, addAccount, listAccounts } from '../../../src/accounts/index.ts';
import type { SharingRequest } from '../../../src/accounts/sharing/choose-sharing.ts';
import { answerNewcomers, ensureRoot, readRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { reserveAccount } from '../../../src/accounts/store/reserve-account.ts';
import { joinRoot } from '../../../src/accounts/sync/join-root.ts';
import { dieAtEachStep } from '../die-at-each-step.ts';
import { demoTool, sharingLab, textOf } from '../sharing/sharing-lab.ts';

const add = (ctx: AccountsContext, label: string, sharing: SharingRequest = {}) =>
  addAccount(ctx, 'demo', label, { sharing });

const no: SharingRequest = { ask: async () => false };
const yes: SharingRequest = { ask: async () => true };

describe('whether a new account shares', () => {
  test.each<
    [string, SharingRequest, 'share' | 'private' | undefined, boolean, 'share' | 'private' | undefined]
  >([
    ['nobody decides: private, and the next one is asked about again', {}, undefined, false, undefined],
    [
      '--share: it shares, and the next one is asked about again',
      { wanted: 'share' },
      undefined,
      true,
      undefined,
    ],
    ['--private: it does not', { wanted: 'private' }, undefined, false, undefined],
    ['a person says yes: that holds for the next ones too', yes, undefined, true, 'share'],
    ['a person says no: that holds for the next ones too', no, undefined, false, 'private'],
    ['yes was said before: nobody is asked again', no, 'share', true, 'share'],
    ['no was said before: nobody is asked again', yes, 'private', false, 'private'],
    ['--share beats what was said before, for this one', { wanted: 'share' }, 'private', true, 'private'],
  ])('a second one: %s', async (_case, request, recorded, on, then) => {
    const lab = sharingLab();
    const ctx = lab.process();
    await add(ctx, 'first');
    if (recorded) await answerNewcomers(ctx, await ensureRoot(ctx, 'demo', 'default'), recorded);
    const account = await add(ctx, 'second', request);
    expect(account.sharing).toEqual({ on, except: [] });
    expect(existsSync(join(account.home, 'sessions'))).toBe(on);
    expect(readRoot(ctx, 'demo', 'default')?.newcomers).toBe(then);
  });

  test('the first one shares without being asked about, and is not, if that was said', async () => {
    const never: SharingRequest = { ask: () => Promise.reject(new Error('nobody is to be asked')) };
    expect((await add(sharingLab().process(), 'first', never)).sharing.on).toBe(true);
    expect((await add(sharingLab().process(), 'first', { wanted: 'private' })).sharing.on).toBe(false);
  });

  test('where the root is gone none that is to share in it is made', async () => {
    const lab = sharingLab();
    const ctx = lab.process();
    await add(ctx, 'first');
    rmSync(lab.shared, { recursive: true });
    await expect(add(ctx, 'second', { wanted: 'share' })).rejects.toMatchObject({ code: 'ROOT_GONE' });
    expect(listAccounts(ctx, 'demo').map(({ account }) => account?.label)).toEqual(['first']);
    expect((await add(ctx, 'second', { wanted: 'private' })).sharing.on).toBe(false);
  });

  test('accounts from before sharing count as being there', async () => {
    const lab = sharingLab();
    const ctx = lab.process();
    const place = await reserveAccount(ctx, 'demo', 'old');
    await place.publish({ kind: 'login', identity: null });
    expect((await add(ctx, 'new')).sharing.on).toBe(false);
  });

  test('of two that are made at once neither shares unasked', async () => {
    const lab = sharingLab();
    const pending = await reserveAccount(lab.process(), 'demo', 'other');
    expect((await add(lab.process(), 'mine')).sharing.on).toBe(false);
    await pending.abandon();
  });

  test('what becomes visible, to whom, is what the plan says', async () => {
    const lab = sharingLab();
    const ctx = lab.process();
    await add(ctx, 'first');
    let shown: unknown;
    await add(ctx, 'second', {
      ask: async (what) => {
        shown = what;
        return false;
      },
    });
    expect(shown).toEqual({
      tool: 'demo',
      label: 'second',
      others: ['first'],
      whole: ['commands', 'history.jsonl', 'locks', 'notes.md', 'sessions'],
      parted: ['plugins', 'skills'],
      keys: [{ path: 'settings.json', keys: ['theme'] }],
      apart: [],
      discloses: [],
    });
  });
});

test('law 1: an account that dies while it is made is none, or one that the next launch links; never a link first', async () => {
  const steps = await dieAtEachStep(
    async (lab) => {
      const other = await add(lab.process(), 'first');
      lab.put(lab.shared, 'sessions/theirs.jsonl', 'theirs');
      return other;
    },
    (ctx) => add(ctx, 'second', { wanted: 'share' }),
    async (ctx, _other, lab) => {
      const made = listAccounts(ctx, 'demo').find(({ account }) => account?.label === 'second')?.account;
      if (made && lstatSync(join(made.home, 'sessions'), { throwIfNoEntry: false }))
        expect(JSON.parse(textOf(made.home, 'settings.json')).cleanupDays).toBe(36500);
      const account = made ?? (await add(ctx, 'second', { wanted: 'share' }));
      await joinRoot(ctx, demoTool, account);
      expect(readlinkSync(join(account.home, 'sessions'))).toBe(join(lab.shared, 'sessions'));
      expect(textOf(account.home, 'sessions/theirs.jsonl')).toBe('theirs');
    },
  );
  expect(steps).toBeGreaterThan(20);
});
