import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext } from '../../../src/accounts/index.ts';
import { answerNewcomers, ensureRoot, readRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { treeOf } from '../../support/tree.ts';
import { dieEverywhere, type SharingLab, sharingLab, textOf } from './sharing-lab.ts';

let lab: SharingLab;
let ctx: AccountsContext;
beforeEach(() => {
  lab = sharingLab();
  ctx = lab.process();
});

test('is made once, its mark in it, and is the same from then on', async () => {
  expect(readRoot(ctx, 'demo', 'default')).toBeUndefined();
  const root = await ensureRoot(ctx, 'demo', 'default');
  expect(root).toMatchObject({ tool: 'demo', name: 'default', folder: lab.shared });
  expect(Object.keys(treeOf(lab.shared))).toEqual(['.root.json']);
  expect(statSync(lab.shared).mode & 0o777).toBe(0o700);
  const before = treeOf(dirname(lab.shared));
  expect(await ensureRoot(lab.process(), 'demo', 'default')).toEqual(root);
  expect(readRoot(ctx, 'demo', 'default')).toEqual(root);
  expect(treeOf(dirname(lab.shared))).toEqual(before);
});

test('twenty processes at once make one root', async () => {
  const roots = await Promise.all(
    Array.from({ length: 20 }, () => ensureRoot(lab.process(), 'demo', 'default')),
  );
  expect(new Set(roots.map(({ id }) => id)).size).toBe(1);
  expect(readdirSync(dirname(lab.shared)).sort()).toEqual(['root.json', 'shared']);
});

describe('one that was made and is not in its place', () => {
  const losses: [string, () => void][] = [
    ['gone', () => rmSync(lab.shared, { recursive: true })],
    ['emptied, or not mounted', () => rmSync(join(lab.shared, '.root.json'))],
  ];

  test.each(losses)('(%s) is refused, never made again', async (_how, lose) => {
    await ensureRoot(ctx, 'demo', 'default');
    lose();
    const before = treeOf(dirname(lab.shared));
    const gone = expect.objectContaining({ code: 'ROOT_GONE', exit: 6 });
    expect(() => readRoot(ctx, 'demo', 'default')).toThrow(gone);
    await expect(ensureRoot(ctx, 'demo', 'default')).rejects.toThrow(gone);
    expect(treeOf(dirname(lab.shared))).toEqual(before);
  });
});

test('one of another backup is believed', async () => {
  const first = await ensureRoot(ctx, 'demo', 'default');
  const other = sharingLab();
  const second = await ensureRoot(other.process(), 'demo', 'default');
  rmSync(lab.shared, { recursive: true });
  cpSync(other.shared, lab.shared, { recursive: true });
  expect((await ensureRoot(ctx, 'demo', 'default')).id).toBe(second.id);
  expect(second.id).not.toBe(first.id);
  expect(JSON.parse(textOf(dirname(lab.shared), 'root.json'))).toEqual({ schemaVersion: 1, id: second.id });
});

test('a damaged mark is reported and stays', async () => {
  await ensureRoot(ctx, 'demo', 'default');
  writeFileSync(join(lab.shared, '.root.json'), '{"schemaVersion": 1, "id": ""}');
  await expect(ensureRoot(ctx, 'demo', 'default')).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
  expect(textOf(lab.shared, '.root.json')).toBe('{"schemaVersion": 1, "id": ""}');
});

test('a folder that lies in its place already becomes it, with what is in it', async () => {
  mkdirSync(join(lab.shared, 'commands'), { recursive: true });
  await ensureRoot(ctx, 'demo', 'default');
  expect(Object.keys(treeOf(lab.shared))).toEqual(['.root.json', 'commands']);
});

test('what newcomers do is recorded, and nothing else of the mark changes', async () => {
  const root = await ensureRoot(ctx, 'demo', 'default');
  writeFileSync(
    join(lab.shared, '.root.json'),
    JSON.stringify({ schemaVersion: 1, id: root.id, salt: root.salt, later: [1] }),
  );
  await answerNewcomers(ctx, root, 'private');
  expect(readRoot(ctx, 'demo', 'default')).toEqual({ ...root, newcomers: 'private' });
  expect(JSON.parse(textOf(lab.shared, '.root.json'))).toMatchObject({ later: [1] });
});

test('whoever dies at any step leaves no root, or one: the next has it', async () => {
  const steps = await dieEverywhere({
    before: async () => undefined,
    change: (victim) => ensureRoot(victim, 'demo', 'default'),
    after: async (next, _given, world) => {
      const root = await ensureRoot(next, 'demo', 'default');
      expect(JSON.parse(textOf(dirname(world.shared), 'root.json')).id).toBe(root.id);
      expect(Object.keys(treeOf(world.shared))).toEqual(['.root.json']);
    },
  });
  expect(steps).toBeGreaterThan(10);
});

test('a disk that refuses leaves nothing half', async () => {
  const counting = faultyFiles(ctx.host.files);
  await ensureRoot(sharingLab().process({ files: counting.files }), 'demo', 'default');
  for (let n = 1; n <= counting.steps.length; n += 1) {
    const world = sharingLab();
    const faulty = faultyFiles(ctx.host.files);
    faulty.failAt(n, 'ENOSPC');
    await ensureRoot(world.process({ files: faulty.files }), 'demo', 'default').catch((error: unknown) => {
      expect(error).toMatchObject({ exit: expect.any(Number) });
    });
    const root = await ensureRoot(world.process(), 'demo', 'default');
    expect(root.id).toMatch(/^[a-z0-9]{16}$/);
  }
});
