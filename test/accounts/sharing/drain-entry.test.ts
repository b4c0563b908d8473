import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AccountsContext, noExtensions } from '../../../src/accounts/index.ts';
import { drainEntry } from '../../../src/accounts/sharing/drain-entry.ts';
import { appPaths, type FileSystem } from '../../../src/platform/index.ts';
import { AIToolRegistry } from '../../../src/registry/index.ts';
import { listConflicts } from '../../../src/state/index.ts';
import { Died, faultyFiles } from '../../support/faulty-files.ts';
import { testHost } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';

let ctx: AccountsContext;
let home: string;
let root: string;
const inHome = (way: string) => join(home, way);
const inRoot = (way: string) => join(root, way);

beforeEach(() => {
  const host = testHost();
  ctx = {
    host: { ...host, env: { ...host.env, AI_TOOLS_HOME: join(host.homeDir, 'ours') } },
    paths: appPaths({ ...host, env: { AI_TOOLS_HOME: join(host.homeDir, 'ours') } }),
    registry: new AIToolRegistry(),
    extensions: noExtensions,
    tell: () => undefined,
  };
  home = join(ctx.paths.accountFolder('alpha', 'aaaaaaaa'), 'home');
  root = ctx.paths.sharedFolder('alpha', 'default');
  for (const folder of [home, root]) mkdirSync(folder, { recursive: true });
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function drain(path = 'notes', files: FileSystem = ctx.host.files) {
  const account = { tool: 'alpha', id: 'aaaaaaaa', home };
  const faulty = { ...ctx, host: { ...ctx.host, files } };
  return drainEntry(faulty, account, { path }, inHome(path), inRoot(path));
}

const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    Object.keys(treeOf(folder))
      .filter((path) => lstatSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

test('what the root lacks is moved, file by file, with its mode and its time; then there is no folder any more', () => {
  write({ [inHome('notes/a')]: 'A', [inHome('notes/deep/er/b')]: 'B', [inRoot('notes/deep/c')]: 'C' });
  chmodSync(inHome('notes/a'), 0o750);
  utimesSync(inHome('notes/a'), 1000, 2000);
  const before = lstatSync(inHome('notes/a'));
  expect(drain()).toEqual({ moved: ['notes/a', 'notes/deep/er/b'], conflicts: [], stayed: [] });
  expect(readdirSync(home)).toEqual([]);
  expect(textsIn(root)).toEqual({ 'notes/a': 'A', 'notes/deep/er/b': 'B', 'notes/deep/c': 'C' });
  const after = lstatSync(inRoot('notes/a'));
  expect([after.mode, after.mtimeMs, after.nlink]).toEqual([before.mode, 2_000_000, 1]);
  expect(lstatSync(inRoot('notes/deep/er')).mode & 0o777).toBe(0o700);
});

test('a single file is moved like a folder, and so is one that is empty', () => {
  write({ [inHome('one')]: '' });
  mkdirSync(inHome('empty/er'), { recursive: true });
  expect([drain('one').moved, drain('empty').moved]).toEqual([['one'], []]);
  expect([readdirSync(home), readdirSync(root)]).toEqual([[], ['empty', 'one']]);
});

test('of equal files one is left; of different ones the root’s wins, and the other is kept for 30 days', () => {
  write({
    [inHome('notes/same')]: 'x',
    [inRoot('notes/same')]: 'x',
    [inHome('notes/other')]: 'mine',
    [inRoot('notes/other')]: 'ours',
  });
  chmodSync(inHome('notes/other'), 0o755);
  const { conflicts, moved } = drain();
  expect([moved, conflicts.map(({ path }) => path)]).toEqual([['notes/same'], ['notes/other']]);
  expect(textsIn(root)).toEqual({ 'notes/same': 'x', 'notes/other': 'ours' });
  const kept = conflicts[0]?.kept ?? '';
  expect([readFileSync(kept, 'utf8'), lstatSync(kept).mode & 0o777]).toEqual(['mine', 0o700]);
  expect(listConflicts(ctx.host, ctx.paths)).toEqual([
    expect.objectContaining({ tool: 'alpha', account: 'aaaaaaaa', path: 'notes/other', kept }),
  ]);
  expect(readdirSync(home)).toEqual([]);
});

test.each([
  ['a file where the root has a folder', { 'notes/x': 'mine' }, { 'notes/x/y': 'ours' }],
  ['a folder where the root has a file', { 'notes/x/y': 'mine' }, { 'notes/x': 'ours' }],
])('%s loses, and is kept whole', (_case, mine, ours) => {
  write(Object.fromEntries(Object.entries(mine).map(([way, text]) => [inHome(way), text])));
  write(Object.fromEntries(Object.entries(ours).map(([way, text]) => [inRoot(way), text])));
  const [conflict] = drain().conflicts;
  expect(conflict?.path).toBe('notes/x');
  expect(Object.values(textsIn(ctx.paths.conflicts))).toContain('mine');
  expect(textsIn(root)).toEqual(ours);
  expect(readdirSync(home)).toEqual([]);
});

describe('links are moved as links', () => {
  const outside = () => join(ctx.host.homeDir, 'dot');

  test.each([
    ['to an outside place', () => outside(), () => outside()],
    ['to an outside place, relative', () => '../../../../../../dot', () => outside()],
    ['to a neighbour, relative', () => 'a', () => 'a'],
    ['to a neighbour, absolute', () => inHome('notes/a'), () => inRoot('notes/a')],
    ['to nothing', () => '/nowhere/at/all', () => '/nowhere/at/all'],
  ])('%s', (_case, target, expected) => {
    write({ [join(outside(), 'mine')]: 'dot', [inHome('notes/a')]: 'A' });
    symlinkSync(target(), inHome('notes/link'));
    expect(drain()).toMatchObject({ moved: ['notes/a', 'notes/link'], conflicts: [], stayed: [] });
    expect(readlinkSync(inRoot('notes/link'))).toBe(expected());
    expect(readFileSync(join(outside(), 'mine'), 'utf8')).toBe('dot');
    expect(readdirSync(home)).toEqual([]);
  });

  test('a link to something of the account’s own stays: nobody else may come to it through the root', () => {
    write({ [inHome('auth.json')]: 'sk-dummy-0000', [inHome('notes/a')]: 'A' });
    symlinkSync('../auth.json', inHome('notes/mine'));
    symlinkSync(home, inHome('notes/home'));
    expect(drain()).toMatchObject({ moved: ['notes/a'], stayed: ['notes/home', 'notes/mine'] });
    expect(readdirSync(inHome('notes'))).toEqual(['home', 'mine']);
    expect(readdirSync(inRoot('notes'))).toEqual(['a']);
  });

  test('a link of ours that was left inside goes; what it leads to stays', () => {
    write({ [inRoot('notes/a')]: 'A', [inHome('notes/b')]: 'B' });
    symlinkSync(inRoot('notes/a'), inHome('notes/a'));
    expect(drain()).toEqual({ moved: ['notes/b'], conflicts: [], stayed: [] });
    expect(textsIn(root)).toEqual({ 'notes/a': 'A', 'notes/b': 'B' });
    expect(readdirSync(home)).toEqual([]);
  });

  test('of equal links one is left, of different ones the root’s wins', () => {
    mkdirSync(inHome('notes'));
    mkdirSync(inRoot('notes'));
    for (const [name, mine, ours] of [
      ['same', '/x', '/x'],
      ['other', '/mine', '/ours'],
    ] as const) {
      symlinkSync(mine, inHome(`notes/${name}`));
      symlinkSync(ours, inRoot(`notes/${name}`));
    }
    const { conflicts } = drain();
    expect(conflicts.map(({ path }) => path)).toEqual(['notes/other']);
    expect(readlinkSync(conflicts[0]?.kept ?? '')).toBe('/mine');
    expect([readlinkSync(inRoot('notes/other')), readdirSync(home)]).toEqual(['/ours', []]);
  });
});

test('B026 a link of the root to an outside folder is where things are moved to', () => {
  const outside = join(ctx.host.homeDir, 'dot');
  write({ [join(outside, 'x')]: 'X', [inHome('notes/y')]: 'Y' });
  symlinkSync(outside, inRoot('notes'));
  expect(drain().moved).toEqual(['notes/y']);
  expect(textsIn(outside)).toEqual({ x: 'X', y: 'Y' });
});

describe('what leads to itself is not taken for its own copy', () => {
  test('a folder of the root that is a link into the home', () => {
    write({ [inHome('notes/a')]: 'A' });
    symlinkSync(inHome('notes'), inRoot('notes'));
    expect(drain()).toEqual({ moved: [], conflicts: [], stayed: ['notes'] });
    expect(textsIn(home)).toEqual({ 'notes/a': 'A' });
  });

  test('a file of the root that is a link into the home', () => {
    write({ [inHome('one')]: 'A' });
    symlinkSync(inHome('one'), inRoot('one'));
    expect(drain('one')).toEqual({ moved: [], conflicts: [], stayed: ['one'] });
    expect(textsIn(home)).toEqual({ one: 'A' });
  });
});

test('B024 a junction that calls itself a directory (simulated) is a link: nothing behind it is moved', () => {
  const outside = join(ctx.host.homeDir, 'dot');
  write({ [join(outside, 'keep')]: 'K', [inHome('notes/a')]: 'A' });
  const junction = inHome('notes/junction');
  symlinkSync(outside, junction);
  const real = ctx.host.files;
  const files: FileSystem = {
    ...real,
    lstat: (path) => {
      const stat = real.lstat(path);
      return path === junction && stat
        ? Object.assign(Object.create(stat), { isDirectory: () => true, isSymbolicLink: () => false })
        : stat;
    },
  };
  expect(drain('notes', files).moved).toEqual(['notes/a', 'notes/junction']);
  expect(textsIn(outside)).toEqual({ keep: 'K' });
  expect(readlinkSync(inRoot('notes/junction'))).toBe(outside);
});

test('a pipe stays where it is, and so does its folder; all else goes', () => {
  write({ [inHome('notes/deep/a')]: 'A', [inHome('notes/b')]: 'B' });
  execFileSync('mkfifo', [inHome('notes/deep/pipe')]);
  expect(drain()).toEqual({ moved: ['notes/b', 'notes/deep/a'], conflicts: [], stayed: ['notes/deep/pipe'] });
  expect(readdirSync(inHome('notes'))).toEqual(['deep']);
});

test('what is not there is no fault', () => {
  expect(drain()).toEqual({ moved: [], conflicts: [], stayed: [] });
});

describe('another disk', () => {
  /** Names can't be moved between home and all else, as if the home were a disk of its own. */
  const apart = (files: FileSystem): FileSystem => {
    const isInHome = (path: string) => path.startsWith(home);
    const check = (from: string, to: string) => {
      if (isInHome(from) !== isInHome(to)) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    };
    return {
      ...files,
      rename: (from, to) => {
        check(from, to);
        files.rename(from, to);
      },
      link: (from, to) => {
        check(from, to);
        files.link(from, to);
      },
    };
  };

  test('everything is copied, verified, and only then removed', () => {
    write({
      [inHome('notes/a')]: 'A',
      [inHome('notes/other')]: 'mine',
      [inRoot('notes/other')]: 'ours',
      [inHome('notes/x/y')]: 'mine too',
      [inRoot('notes/x')]: 'ours',
    });
    utimesSync(inHome('notes/a'), 1000, 2000);
    const { conflicts } = drain('notes', apart(ctx.host.files));
    expect(conflicts.map(({ path }) => path)).toEqual(['notes/other', 'notes/x']);
    expect(lstatSync(inRoot('notes/a')).mtimeMs).toBe(2_000_000);
    expect(textsIn(root)).toEqual({ 'notes/a': 'A', 'notes/other': 'ours', 'notes/x': 'ours' });
    const kept = Object.values(textsIn(ctx.paths.conflicts));
    expect(['mine', 'mine too'].every((text) => kept.includes(text))).toBe(true);
    expect(readdirSync(home)).toEqual([]);
  });

  test('a copy that is not what it should be is not believed', () => {
    write({ [inHome('notes/a')]: 'A' });
    const files = apart(ctx.host.files);
    const lossy = { ...files, copyNew: (_: string, to: string) => files.writeNew(to, '', 0o600) };
    expect(() => drain('notes', lossy)).toThrow(expect.objectContaining({ code: 'WRITE_FAILED' }));
    expect([textsIn(home), textsIn(root)]).toEqual([{ 'notes/a': 'A' }, {}]);
  });

  test(
    'death at any step loses nothing, and the next call completes it',
    () => dieEverywhere(apart),
    240_000,
  );
});

test('death at any step loses nothing, and the next call completes it', () =>
  dieEverywhere((files) => files));

function dieEverywhere(disk: (files: FileSystem) => FileSystem): void {
  const texts = ['A', 'B', 'mine', 'ours', 'same', 'folder'];
  const fill = () => {
    for (const folder of [home, root, ctx.paths.conflicts]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    }
    write({
      [inHome('notes/a')]: 'A',
      [inHome('notes/deep/b')]: 'B',
      [inHome('notes/other')]: 'mine',
      [inRoot('notes/other')]: 'ours',
      [inHome('notes/same')]: 'same',
      [inRoot('notes/same')]: 'same',
      [inHome('notes/x/y')]: 'folder',
      [inRoot('notes/x')]: 'ours',
    });
    symlinkSync('a', inHome('notes/link'));
  };
  fill();
  const counting = faultyFiles(ctx.host.files);
  drain('notes', disk(counting.files));
  expect(counting.steps.length).toBeGreaterThan(20);
  for (let step = 1; step <= counting.steps.length; step += 1)
    for (const when of ['before', 'after', 'half'] as const) {
      if (when === 'half' && !counting.steps[step - 1]?.startsWith('writeNew')) continue;
      fill();
      const faulty = faultyFiles(ctx.host.files);
      faulty.dieAt(step, when);
      const what = `${when} step ${step}: ${counting.steps[step - 1]}`;
      expect(() => drain('notes', disk(faulty.files)), what).toThrow(Died);
      const everywhere = () => Object.values(textsIn(ctx.host.homeDir));
      for (const text of texts) expect(everywhere(), what).toContain(text);
      drain('notes', disk(ctx.host.files));
      for (const text of texts) expect(everywhere(), what).toContain(text);
      expect(readdirSync(home), what).toEqual([]);
      const inIt = Object.entries(textsIn(root)).filter(([path]) => !path.endsWith('.tmp'));
      expect(Object.fromEntries(inIt), what).toEqual({
        'notes/a': 'A',
        'notes/deep/b': 'B',
        'notes/other': 'ours',
        'notes/same': 'same',
        'notes/x': 'ours',
      });
      expect(readlinkSync(inRoot('notes/link')), what).toBe('a');
    }
}
