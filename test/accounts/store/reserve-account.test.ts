import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addAccount, listAccounts, livePending, reserveAccount } from '../../../src/accounts/index.ts';
import type { ProcessTable } from '../../../src/platform/index.ts';
import { treeOf } from '../../support/tree.ts';
import { killEverywhere, markOf, pathsIn, storeLab } from '../store-lab.ts';

const login = {
  kind: 'login',
  identity: { email: 'me@example.com', asOf: '2026-01-01T00:00:00.000Z' },
} as const;

describe('reserveAccount', () => {
  test('makes a home at its final path, and no account before it is published', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const place = await reserveAccount(ctx, 'alpha', 'work');
    expect(place.home).toBe(join(lab.root, 'accounts/alpha', place.id, 'home'));
    expect(statSync(place.home).mode & 0o777).toBe(0o700);
    expect(listAccounts(ctx)).toEqual([]);
    expect(livePending(ctx, 'alpha', place.id)).toMatchObject({
      label: 'work',
      process: ctx.host.processes.self,
    });
    const account = await place.publish(login);
    expect(account).toMatchObject({
      id: place.id,
      label: 'work',
      home: place.home,
      identity: login.identity,
    });
    expect(listAccounts(ctx)).toMatchObject([{ account }]);
    expect(existsSync(join(place.folder, 'pending.json'))).toBe(false);
    await place.abandon();
    expect(listAccounts(ctx)).toHaveLength(1);
  });

  test('B071: what is abandoned leaves nothing, and the label can be used at once', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'other');
    const before = treeOf(lab.root);
    const place = await reserveAccount(ctx, 'alpha', 'n');
    writeFileSync(join(place.home, 'log'), 'x');
    await place.abandon();
    await place.abandon();
    expect(treeOf(lab.root)).toEqual(before);
    await (await reserveAccount(ctx, 'alpha', 'n')).publish(login);
  });

  test.each(['n', 'N'])(
    'the label %s is busy while a login of n is under way, and says whose',
    async (label) => {
      const lab = storeLab();
      const [one, other] = [lab.process(), lab.process()];
      await reserveAccount(one, 'alpha', 'n');
      const before = treeOf(lab.root);
      await expect(reserveAccount(other, 'alpha', label)).rejects.toMatchObject({
        code: 'LOGIN_UNDER_WAY',
        exit: 5,
        data: { label: 'n', pid: one.host.processes.self.pid },
      });
      expect(treeOf(lab.root)).toEqual(before);
      await addAccount(other, 'alpha', 'm');
      await addAccount(other, 'beta', 'n');
    },
  );

  test('B071: a dead login is cleared by the next one, also of another label; what the tool wrote goes to the trash', async () => {
    const lab = storeLab();
    const [dead, next] = [lab.process(), lab.process()];
    const place = await reserveAccount(dead, 'alpha', 'n');
    writeFileSync(join(place.home, 'auth.json'), 'CANARY-1');
    lab.end(dead);
    await addAccount(next, 'alpha', 'other');
    expect(existsSync(place.folder)).toBe(false);
    const trashed = Object.keys(treeOf(next.paths.trash)).filter((path) => path.endsWith('auth.json'));
    expect(trashed).toHaveLength(1);
    await addAccount(next, 'alpha', 'n');
    expect(listAccounts(next, 'alpha')).toHaveLength(2);
  });

  test('a login on another machine is not taken for dead', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    const elsewhere: ProcessTable = {
      self: markOf(5, 'elsewhere'),
      markOf: () => undefined,
      startTimeOf: () => undefined,
      stateOf: () => 'alive',
      knows: () => undefined,
      knowing: () => undefined,
      runningFrom: () => undefined,
      parent: () => undefined,
      end: () => undefined,
    };
    await reserveAccount(lab.process({ processes: elsewhere }), 'alpha', 'n');
    await expect(reserveAccount(ctx, 'alpha', 'n')).rejects.toMatchObject({
      code: 'LOGIN_UNDER_WAY',
      exit: 5,
    });
  });

  test('of 20 processes that want one label at once, one gets it and the others are told so', async () => {
    const lab = storeLab();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => addAccount(lab.process(), 'alpha', 'work')),
    );
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as { code: string }] : [],
    );
    expect(refused).toHaveLength(19);
    for (const { code } of refused) expect(['LABEL_TAKEN', 'LOGIN_UNDER_WAY', 'BUSY']).toContain(code);
    expect(listAccounts(lab.process())).toHaveLength(1);
    expect(pathsIn(lab)).toHaveLength(9);
  });

  test('B008: 20 that want 20 labels get 20 accounts, while a reader never sees half of one', async () => {
    const lab = storeLab();
    let isOver = false;
    const reader = lab.process();
    const looks = (async () => {
      for (let count = 0; ; count += 1) {
        for (const { damage } of listAccounts(reader)) if (damage) throw damage;
        if (isOver) return count;
        await new Promise((done) => setTimeout(done, 5));
      }
    })();
    const labels = Array.from({ length: 20 }, (_, index) => `a${String(index).padStart(2, '0')}`);
    await Promise.all(labels.map((label) => addAccount(lab.process(), 'alpha', label)));
    isOver = true;
    expect(await looks).toBeGreaterThan(0);
    expect(listAccounts(reader).map(({ account }) => account?.label)).toEqual(labels);
    expect(pathsIn(lab)).toHaveLength(5 + 20 * 4);
  });

  test('publishing, ended at any step, leaves the whole account or none', async () => {
    await killEverywhere({
      before: async () => {},
      change: async (ctx) => (await reserveAccount(ctx, 'alpha', 'work')).publish(login),
      after: async (ctx, lab) => {
        const before = listAccounts(ctx, 'alpha');
        if (before.length === 0) await addAccount(ctx, 'alpha', 'work');
        else expect(before).toMatchObject([{ account: { label: 'work', identity: login.identity } }]);
        await addAccount(ctx, 'alpha', 'other');
        expect(pathsIn(lab)).toHaveLength(13);
      },
    });
  });

  test('abandoning, ended at any step, is finished by the next one', async () => {
    await killEverywhere({
      before: async (ctx) => void (await addAccount(ctx, 'alpha', 'other')),
      change: async (ctx) => (await reserveAccount(ctx, 'alpha', 'work')).abandon(),
      after: async (ctx, lab) => {
        expect(listAccounts(ctx)).toHaveLength(1);
        await addAccount(ctx, 'alpha', 'work');
        expect(pathsIn(lab)).toHaveLength(13);
      },
    });
  });

  test('a claim that is not legible keeps its label, and is named', async () => {
    const lab = storeLab();
    const ctx = lab.process();
    await addAccount(ctx, 'alpha', 'work');
    const path = join(lab.root, 'labels/alpha/n');
    writeFileSync(path, 'garbage');
    await expect(addAccount(ctx, 'alpha', 'n')).rejects.toMatchObject({
      code: 'STATE_DAMAGED',
      exit: 6,
      data: { path },
    });
    expect(readFileSync(path, 'utf8')).toBe('garbage');
    expect(pathsIn(lab)).toHaveLength(10);
  });
});
