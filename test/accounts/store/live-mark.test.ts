import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addAccount,
  liveProcesses,
  removeAccount,
  requireAtRest,
  sweepLiveMarks,
  writeLiveMark,
} from '../../../src/accounts/index.ts';
import { treeOf } from '../../support/tree.ts';
import { markOf, storeLab } from '../store-lab.ts';

async function marked() {
  const lab = storeLab();
  const ctx = lab.process();
  const account = await addAccount(ctx, 'alpha', 'work');
  const folder = join(lab.root, 'accounts/alpha', account.id, 'live');
  return { lab, ctx, account, folder };
}

describe('live marks', () => {
  test('say who runs, until they are taken away or their process ends', async () => {
    const { lab, ctx, account, folder } = await marked();
    expect(liveProcesses(ctx, account)).toEqual([]);
    const [one, other] = [lab.process(), lab.process()];
    const mark = writeLiveMark(one, account);
    writeLiveMark(other, account);
    expect(liveProcesses(ctx, account)).toMatchObject([
      { ...one.host.processes.self, unknown: false, since: expect.stringMatching(/^\d{4}-/) },
      other.host.processes.self,
    ]);
    mark.remove();
    mark.remove();
    expect(liveProcesses(ctx, account)).toHaveLength(1);
    lab.end(other);
    expect(liveProcesses(ctx, account)).toEqual([]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(sweepLiveMarks(ctx, account)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
    requireAtRest(ctx, account);
  });

  test('of one process that runs two are two', async () => {
    const { lab, ctx, account } = await marked();
    const host = lab.process();
    const [first, second] = [writeLiveMark(host, account), writeLiveMark(host, account)];
    expect(liveProcesses(ctx, account)).toHaveLength(2);
    first.remove();
    expect(liveProcesses(ctx, account)).toHaveLength(1);
    second.remove();
    expect(liveProcesses(ctx, account)).toEqual([]);
  });

  test('of an account that shares nothing take the place of the mark of a dead process that had the same pid', async () => {
    const { lab, ctx, account, folder } = await marked();
    writeLiveMark(ctx, account, { ...markOf(77), startedAt: 'long ago' });
    const reused = lab.process({
      processes: {
        self: markOf(77),
        markOf,
        startTimeOf: () => undefined,
        stateOf: ({ startedAt }) => (startedAt === '77' ? 'alive' : 'dead'),
        knows: () => undefined,
        knowing: () => undefined,
        runningFrom: () => undefined,
        parent: () => undefined,
        end: () => undefined,
      },
    });
    writeLiveMark(reused, { ...account, sharing: { on: false, except: [] } });
    expect(readdirSync(folder)).toEqual(['77']);
    expect(liveProcesses(reused, account)).toMatchObject([{ pid: 77, startedAt: '77' }]);
  });

  test('of another machine count as alive, for nobody here can tell', async () => {
    const { ctx, account } = await marked();
    writeLiveMark(ctx, account, markOf(77, 'elsewhere'));
    expect(liveProcesses(ctx, account)).toMatchObject([{ pid: 77, machine: 'elsewhere', unknown: true }]);
    expect(sweepLiveMarks(ctx, account)).toBe(0);
    expect(() => requireAtRest(ctx, account)).toThrow(
      expect.objectContaining({
        code: 'ACCOUNT_RUNNING',
        exit: 5,
        message: 'alpha#work is in use by process 77 on elsewhere.',
      }),
    );
  });

  test('that are half-written are judged by their pid, and other files are left alone', async () => {
    const { lab, ctx, account, folder } = await marked();
    const ended = lab.process();
    lab.end(ended);
    mkdirSync(folder);
    writeFileSync(join(folder, String(ended.host.processes.self.pid)), '{"pid":');
    writeFileSync(join(folder, 'notes'), 'x');
    expect(liveProcesses(ctx, account)).toEqual([]);
    writeFileSync(join(folder, '4242'), '');
    expect(liveProcesses(ctx, account)).toMatchObject([{ pid: 4242, unknown: true, since: null }]);
    expect(sweepLiveMarks(ctx, account)).toBe(1);
    expect(readdirSync(folder)).toEqual(['4242', 'notes']);
  });

  test('for an account that was removed make nothing', async () => {
    const { lab, ctx, account } = await marked();
    await removeAccount(ctx, 'alpha', 'work');
    const before = treeOf(lab.root);
    expect(() => writeLiveMark(ctx, account)).toThrow(expect.objectContaining({ code: 'ACCOUNT_NOT_FOUND' }));
    expect(treeOf(lab.root)).toEqual(before);
  });
});
