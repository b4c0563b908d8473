import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import { isCopied, mayBeCopied, mergeCopies } from '../../../src/accounts/sharing/copies.ts';
import { copiedPaths } from '../../../src/accounts/sharing/copy-manifest.ts';
import { sharePlan } from '../../../src/accounts/sharing/share-plan.ts';
import { ensureRoot, pathNote, type SharedRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { markDirty } from '../../../src/accounts/sync/mark-dirty.ts';
import { pushHome, syncRoot } from '../../../src/accounts/sync/sync-root.ts';
import { syncAccounts } from '../../../src/accounts/sync-accounts.ts';
import { type FileSystem, nodeFileSystem } from '../../../src/platform/index.ts';
import { listConflicts, withLock } from '../../../src/state/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { treeOf } from '../../support/tree.ts';
import { demoTool, dieEverywhere, newAccount, type SharingLab, sharingLab, textOf } from './sharing-lab.ts';

let lab: SharingLab;
let ctx: AccountsContext;
let account: StoredAccount;
let root: SharedRoot;

beforeEach(async () => {
  lab = sharingLab();
  ctx = lab.process();
  account = await newAccount(ctx, 'work');
  root = await ensureRoot(ctx, 'demo', 'default');
});

const merge = (options = {}, given = ctx) => mergeCopies(given, account, root, 'commands', options);
const write = (side: string, files: Readonly<Record<string, string>>) => {
  for (const [way, text] of Object.entries(files)) lab.put(side, `commands/${way}`, text);
};
const files = (side: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(treeOf(join(side, 'commands')))
      .filter((way) => statSync(join(side, 'commands', way)).isFile())
      .map((way) => [way, textOf(side, `commands/${way}`)]),
  );
const remove = (side: string, ...ways: string[]) => {
  for (const way of ways) rmSync(join(side, 'commands', way), { recursive: true });
};
const textsIn = (folder: string) =>
  Object.keys(treeOf(folder))
    .filter((way) => statSync(join(folder, way)).isFile())
    .map((way) => readFileSync(join(folder, way), 'utf8'));
const nothing = { pushed: [], pulled: [], conflicts: [], held: [], skipped: [], isBusy: false };

/** A computer that refuses every link. */
const linkless: FileSystem = {
  ...nodeFileSystem,
  symlink: () => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  },
};

test('B034 where no link can be made, what is changed and made in a copy survives a start and reaches the root', async () => {
  const start = async () => assembleHome(lab.process({ files: linkless }), demoTool, account);
  write(root.folder, { 'x.md': 'X' });
  expect((await start()).copied).toContain('commands');
  expect(files(account.home)).toEqual({ 'x.md': 'X' });

  write(account.home, { 'x.md': 'X, edited', 'new.md': 'new' });
  await start();
  for (const side of [account.home, root.folder])
    expect(files(side)).toEqual({ 'x.md': 'X, edited', 'new.md': 'new' });

  write(account.home, { 'x.md': 'mine' });
  write(root.folder, { 'x.md': 'ours' });
  const { conflicts } = await start();
  expect(conflicts.map(({ path }) => path)).toEqual(['commands/x.md']);
  expect(readFileSync(conflicts[0]?.kept ?? '', 'utf8')).toBe('mine');
  for (const side of [account.home, root.folder]) expect(files(side)['x.md']).toBe('ours');
});

test('at the first time all of both sides is kept', async () => {
  write(account.home, { 'a/mine': 'M', same: 'S', other: 'mine' });
  write(root.folder, { 'b/ours': 'O', same: 'S', other: 'ours' });
  utimesSync(join(account.home, 'commands/a/mine'), 1000, 2000);
  const merged = await merge();
  expect(merged).toMatchObject({ pushed: ['commands/a/mine'], held: [], skipped: [] });
  expect(merged.pulled).toEqual(['commands/b/ours', 'commands/other']);
  expect(listConflicts(ctx.host, ctx.paths)).toMatchObject([{ path: 'commands/other', account: account.id }]);
  for (const side of [account.home, root.folder])
    expect(files(side)).toEqual({ 'a/mine': 'M', 'b/ours': 'O', same: 'S', other: 'ours' });
  expect(statSync(join(root.folder, 'commands/a/mine')).mtimeMs).toBe(2_000_000);
  expect([isCopied(ctx, account, root, 'commands'), copiedPaths(ctx, account, root)]).toEqual([
    true,
    ['commands'],
  ]);
});

test('what agrees is not written, and not even read', async () => {
  write(account.home, { a: 'A', 'b/c': 'C' });
  await merge();
  const before = treeOf(lab.home);
  const faulty = faultyFiles(nodeFileSystem);
  const read: string[] = [];
  const host = {
    files: {
      ...faulty.files,
      readFile: (path: string) => {
        read.push(path);
        return faulty.files.readFile(path);
      },
    },
  };
  expect(await merge({}, lab.process(host))).toEqual(nothing);
  expect(treeOf(lab.home)).toEqual(before);
  expect(read.filter((path) => path.includes('/commands/'))).toEqual([]);
  expect(faulty.steps.filter((step) => !step.includes('.root/files'))).toEqual([]);
});

describe('what is gone', () => {
  const four = { a: '1', b: '2', c: '3', d: '4' };

  beforeEach(async () => {
    write(account.home, { ...four, 'deep/er/e': '5' });
    await merge();
  });

  test.each([
    ['from the home goes in the root', () => [account.home, root.folder]],
    ['from the root goes in the home', () => [root.folder, account.home]],
  ])('%s, into the trash; and its folder, when it is empty then', async (_case, sides) => {
    const [from = '', to = ''] = sides();
    remove(from, 'a', 'deep');
    expect(await merge()).toEqual(nothing);
    expect(files(to)).toEqual({ b: '2', c: '3', d: '4' });
    expect(existsSync(join(to, 'commands/deep'))).toBe(false);
    expect(textsIn(ctx.paths.trash)).toEqual(expect.arrayContaining(['1', '5']));
    expect(await merge()).toEqual(nothing);
  });

  test('comes back when the other side changed it', async () => {
    remove(account.home, 'a');
    remove(root.folder, 'b');
    write(root.folder, { a: '1+' });
    write(account.home, { b: '2+' });
    expect(await merge()).toMatchObject({ pushed: ['commands/b'], pulled: ['commands/a'] });
    for (const side of [account.home, root.folder]) expect(files(side)).toMatchObject({ a: '1+', b: '2+' });
  });

  test.each([
    ['the home', () => account.home],
    ['the root', () => root.folder],
  ])('with its whole folder, is no deletion: %s', async (_case, side) => {
    rmSync(join(side(), 'commands'), { recursive: true });
    await merge();
    for (const each of [account.home, root.folder]) expect(files(each)).toMatchObject(four);
  });

  test.each([
    ['the home', () => account.home, () => root.folder],
    ['the root', () => root.folder, () => account.home],
  ])('with most of the others is held, until it is said to be meant: %s', async (_case, side, other) => {
    remove(side(), 'a', 'b', 'c', 'd');
    const held = (isNew: boolean) => ['a', 'b', 'c', 'd'].map((way) => ({ path: `commands/${way}`, isNew }));
    expect(await merge()).toEqual({ ...nothing, held: held(true) });
    expect(await merge()).toEqual({ ...nothing, held: held(false) });
    expect(files(other())).toMatchObject(four);
    expect(await merge({ accept: true })).toEqual(nothing);
    expect(files(other())).toEqual({ 'deep/er/e': '5' });
  });

  test('is not gone when something that can not be copied lies there', async () => {
    remove(account.home, 'a', 'deep');
    symlinkSync('b', join(account.home, 'commands/a'));
    symlinkSync('/nowhere', join(account.home, 'commands/deep'));
    expect(await merge()).toEqual({ ...nothing, skipped: ['commands/a', 'commands/deep'] });
    expect(files(root.folder)).toMatchObject({ ...four, 'deep/er/e': '5' });
  });
});

test('a home in which something lives is not written; what it has changed is taken all the same', async () => {
  write(account.home, { a: 'A', b: 'B', c: 'C' });
  await merge();
  write(account.home, { a: 'A+', c: 'mine' });
  write(root.folder, { b: 'B+', c: 'ours', d: 'D' });
  expect(await merge({ pull: false })).toEqual({ ...nothing, pushed: ['commands/a'] });
  expect(files(account.home)).toEqual({ a: 'A+', b: 'B', c: 'mine' });
  expect(await merge()).toMatchObject({
    pushed: [],
    pulled: ['commands/b', 'commands/c', 'commands/d'],
    conflicts: [{ path: 'commands/c' }],
  });
  expect(files(account.home)).toEqual({ a: 'A+', b: 'B+', c: 'ours', d: 'D' });
});

test.each([
  ['a file of the home where the root has a folder', { x: 'mine' }, { 'x/y': 'ours' }],
  ['a folder of the home where the root has a file', { 'x/y': 'mine' }, { x: 'ours' }],
])('%s is kept as a conflict', async (_case, mine, ours) => {
  write(account.home, mine as unknown as Record<string, string>);
  write(root.folder, ours as unknown as Record<string, string>);
  expect((await merge()).conflicts.map(({ path }) => path)).toEqual(['commands/x']);
  await merge();
  for (const side of [account.home, root.folder]) expect(files(side)).toEqual(ours);
  expect(textsIn(ctx.paths.conflicts)).toContain('mine');
});

test('a file that changes while it is copied is left for the next time', async () => {
  write(account.home, { a: 'A' });
  const hasty: FileSystem = {
    ...nodeFileSystem,
    copyNew: (from, to, mode) => {
      nodeFileSystem.copyNew(from, to, mode);
      lab.put(root.folder, 'commands/a', 'somebody else');
    },
  };
  expect(await merge({}, lab.process({ files: hasty }))).toEqual(nothing);
  expect(files(root.folder)).toEqual({ a: 'somebody else' });
  expect(readdirSync(join(root.folder, 'commands'))).toEqual(['a']);
});

test('nothing is done while another process is at it', async () => {
  write(account.home, { a: 'A' });
  const lock = pathNote(lab.process().host, root, 'commands');
  mkdirSync(join(root.folder, '.root', 'files'), { recursive: true });
  await withLock(lab.process().host, lock, 'it', async () => {
    expect(await merge({ waitMs: 1 })).toEqual({ ...nothing, isBusy: true });
  });
  expect(await merge()).toMatchObject({ pushed: ['commands/a'], isBusy: false });
});

describe('as part of a sync', () => {
  const open = async (wish = {}) => (await syncAccounts(ctx, [account], wish)).accounts[0];

  beforeEach(async () => {
    write(account.home, { a: '1', b: '2', c: '3', d: '4' });
    await merge();
  });

  test('what was changed in a copy reaches the root before another account is launched', async () => {
    const other = await newAccount(ctx, 'other');
    markDirty(ctx, root, account);
    write(account.home, { a: '1+' });
    await syncRoot(ctx, demoTool, other);
    expect(files(root.folder)).toMatchObject({ a: '1+' });
  });

  test('what is held is told once, listed, and decided by --accept', async () => {
    remove(account.home, 'a', 'b', 'c', 'd');
    const told = async () => (await pushHome(ctx, demoTool, account)).held.map(({ isNew }) => isNew);
    expect([await told(), await told()]).toEqual([Array(4).fill(true), Array(4).fill(false)]);
    expect((await open())?.held).toContainEqual(
      expect.objectContaining({ label: 'work', path: 'commands/a', pointer: '', why: 'massDeletion' }),
    );
    expect((await open({ dryRun: true }))?.held).toEqual([]);
    expect((await open({ accept: true }))?.held).toEqual([]);
    expect(files(root.folder)).toEqual({});
  });

  test('a copy that has become a link is one no more', async () => {
    rmSync(join(account.home, 'commands'), { recursive: true });
    symlinkSync(join(root.folder, 'commands'), join(account.home, 'commands'));
    expect((await pushHome(ctx, demoTool, account)).pushed).toEqual([]);
    expect(isCopied(ctx, account, root, 'commands')).toBe(false);
    expect(files(root.folder)).toMatchObject({ a: '1', d: '4' });
  });
});

test('only small directories are copied, and none of sessions', () => {
  const plan = sharePlan(ctx.host, demoTool);
  const may = (path: string, ...folders: string[]) => {
    const entry = plan.find((each) => each.path === path);
    return entry && mayBeCopied(ctx, demoTool, entry, folders);
  };
  const [small, many, large] = ['small', 'many', 'large'].map((name) => join(lab.home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [small, many, large]) mkdirSync(folder);
  writeFileSync(join(small, 'a'), 'A');
  for (let nth = 0; nth <= 1000; nth += 1) writeFileSync(join(many, `${nth}`), '');
  writeFileSync(join(large, 'a'), '');
  truncateSync(join(large, 'a'), 8_000_001);
  expect([may('commands', small), may('commands', join(lab.home, 'no'), small)]).toEqual([true, true]);
  expect([may('commands', small, many), may('commands', large, small)]).toEqual([false, false]);
  expect(may('sessions', small)).toBe(false);
});

test('death at any step loses nothing, and the next call completes it', async () => {
  const steps = await dieEverywhere({
    before: async (at) => {
      const own = at.process();
      const made = { account: await newAccount(own, 'work'), root: await ensureRoot(own, 'demo', 'default') };
      const put = (side: string, way: string, text: string) => at.put(side, `commands/${way}`, text);
      for (const [way, text] of Object.entries({ kept: 'K', gone: 'G', both: 'B', theirs: 'T' }))
        put(made.account.home, way, text);
      await mergeCopies(own, made.account, made.root, 'commands');
      rmSync(join(made.account.home, 'commands/gone'));
      put(made.account.home, 'both', 'mine');
      put(made.root.folder, 'both', 'ours');
      put(made.account.home, 'new', 'N');
      put(made.root.folder, 'theirs', 'T+');
      return made;
    },
    change: (at, given) => mergeCopies(at, given.account, given.root, 'commands'),
    after: async (at, given, world) => {
      const all = () => textsIn(world.home);
      for (const text of ['K', 'G', 'mine', 'ours', 'N', 'T+']) expect(all()).toContain(text);
      await mergeCopies(at, given.account, given.root, 'commands');
      for (const text of ['K', 'G', 'mine', 'ours', 'N', 'T+']) expect(all()).toContain(text);
      for (const side of [given.account.home, given.root.folder])
        expect(
          Object.fromEntries(Object.entries(files(side)).filter(([way]) => !way.endsWith('.tmp'))),
        ).toEqual({ kept: 'K', both: 'ours', new: 'N', theirs: 'T+' });
    },
  });
  expect(steps).toBeGreaterThan(20);
}, 240_000);
