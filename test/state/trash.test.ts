import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AppPaths, appPaths, type Host } from '../../src/platform/index.ts';
import { listTrash, moveToTrash, removeTree, sweepTrash, takeFromTrash } from '../../src/state/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

const day = 24 * 60 * 60 * 1000;
let host: Host;
let paths: AppPaths;
let folder: string;

beforeEach(() => {
  const now = new Date('2026-11-30T13:55:48.123Z');
  host = testHost({ now: () => now });
  paths = appPaths(host);
  folder = join(paths.accounts, 'tool', 'abcd1234');
  mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'home', 'auth.json'), 'CANARY', { mode: 0o600 });
  symlinkSync('/somewhere', join(folder, 'home', 'link'));
});

const later = (days: number): Host => ({ ...host, now: () => new Date(host.now().getTime() + days * day) });

describe('into the trash', () => {
  test('it goes whole, in one step, and an entry says where it came from', () => {
    const before = treeOf(folder);
    const to = moveToTrash(host, paths, folder, 'account tool/work');
    expect(treeOf(to)).toEqual(before);
    expect(host.files.lstat(folder)).toBeUndefined();
    const place = dirname(dirname(to));
    expect(place).toMatch(/\/trash\/20261130T135548Z-[a-z0-9]{8}$/);
    expect(JSON.parse(readFileSync(join(place, 'entry.json'), 'utf8'))).toEqual({
      schemaVersion: 1,
      at: '2026-11-30T13:55:48.123Z',
      from: folder,
      what: 'account tool/work',
    });
  });

  test('it is for its owner only', () => {
    const to = moveToTrash(host, paths, folder, 'x');
    const modes = Object.entries(treeOf(paths.trash)).filter(
      ([path]) => !join(paths.trash, path).startsWith(`${to}/`),
    );
    expect(modes.map(([, entry]) => entry.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      'dir 0700',
      'dir 0700',
      'dir 0700',
      'file 0600',
    ]);
  });

  test('a disk that says of a step that was done that it failed loses nothing', () => {
    const before = treeOf(folder);
    const rename = (from: string, to: string) => {
      host.files.rename(from, to);
      if (from === folder) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    const lying = { ...host, files: { ...host.files, rename } };
    expect(() => moveToTrash(lying, paths, folder, 'account tool/work')).toThrow(
      expect.objectContaining({ code: 'MOVE_FAILED' }),
    );
    const [entry] = listTrash(host, paths);
    expect(treeOf(entry?.content ?? '')).toEqual(before);
  });

  test('what has come into its place since is never written over on the way back', () => {
    const file = join(folder, 'home', 'auth.json');
    moveToTrash(host, paths, file, 'a login');
    writeFileSync(file, 'NEWER', { mode: 0o600 });
    const [entry] = listTrash(host, paths);
    if (!entry?.content) throw new Error('nothing lies in the trash');
    expect(() => takeFromTrash(host, paths, entry)).toThrow(
      expect.objectContaining({ code: 'MOVE_FAILED', data: expect.objectContaining({ cause: 'EEXIST' }) }),
    );
    expect([readFileSync(file, 'utf8'), readFileSync(entry.content, 'utf8')]).toEqual(['NEWER', 'CANARY']);
  });

  test('a link goes itself', () => {
    const to = moveToTrash(host, paths, join(folder, 'home', 'link'), 'a link');
    expect(host.files.readlink(to)).toBe('/somewhere');
  });

  test('a file called entry.json does not meet the entry', () => {
    const file = join(folder, 'entry.json');
    writeFileSync(file, 'mine');
    expect(readFileSync(moveToTrash(host, paths, file, 'x'), 'utf8')).toBe('mine');
  });

  test.each(['EXDEV', 'EBUSY', 'EACCES'])(
    'a move that fails (%s): it is where it was, and the trash is as it was',
    (errno) => {
      moveToTrash(host, paths, join(folder, 'home', 'link'), 'something before');
      const before = treeOf(host.homeDir);
      const faulty = faultyFiles(host.files);
      faulty.failWhere((method, path) => method === 'rename' && path.endsWith('abcd1234'), errno);
      expect(() => moveToTrash({ ...host, files: faulty.files }, paths, folder, 'x')).toThrow(
        expect.objectContaining({
          code: 'MOVE_FAILED',
          exit: 7,
          data: expect.objectContaining({ path: folder, cause: errno }),
        }),
      );
      expect(treeOf(host.homeDir)).toEqual(before);
    },
  );

  test('a death at any step: it is whole, here or there', () => {
    const whole = treeOf(folder);
    const counted = faultyFiles(host.files);
    host.files.rename(moveToTrash({ ...host, files: counted.files }, paths, folder, 'x'), folder);
    for (let n = 1; n <= counted.steps.length; n += 1) {
      for (const when of ['before', 'half', 'after'] as const) {
        removeTree(host, paths.trash);
        const faulty = faultyFiles(host.files);
        faulty.dieAt(n, when);
        expect(() => moveToTrash({ ...host, files: faulty.files }, paths, folder, 'x')).toThrow(Died);
        if (host.files.lstat(folder) === undefined) host.files.rename(findInTrash(), folder);
        expect(treeOf(folder)).toEqual(whole);
      }
    }
  });
});

describe('out of the trash', () => {
  test('after 30 days an entry ends; a younger one, and what is not ours, stays', () => {
    moveToTrash(host, paths, folder, 'old');
    mkdirSync(join(paths.trash, 'mine'));
    mkdirSync(folder);
    moveToTrash(later(20), paths, folder, 'young');
    expect(sweepTrash(later(29.9), paths)).toEqual([]);
    expect(readdirSync(paths.trash)).toHaveLength(3);
    expect(sweepTrash(later(30.1), paths)).toEqual([]);
    expect(readdirSync(paths.trash).sort()).toEqual([expect.stringMatching(/^20261220T/), 'mine']);
  });

  test('B024 a link in it leads nobody astray', () => {
    const keep = join(host.homeDir, 'keep');
    mkdirSync(keep);
    writeFileSync(join(keep, 'file'), 'x');
    symlinkSync(keep, join(folder, 'home', 'out'));
    moveToTrash(host, paths, folder, 'x');
    sweepTrash(later(31), paths);
    expect(readdirSync(paths.trash)).toEqual([]);
    expect(readFileSync(join(keep, 'file'), 'utf8')).toBe('x');
  });

  test('an entry that can not be removed is named, and does not hinder the others', () => {
    const stuck = moveToTrash(host, paths, join(folder, 'home', 'auth.json'), 'stuck');
    moveToTrash(host, paths, folder, 'x');
    const faulty = faultyFiles(host.files);
    faulty.failWhere((method, path) => method === 'unlink' && path === stuck, 'EBUSY');
    expect(sweepTrash({ ...later(31), files: faulty.files }, paths)).toEqual([dirname(dirname(stuck))]);
    expect(readdirSync(paths.trash)).toHaveLength(1);
  });

  test('no trash, no fault', () => {
    expect(sweepTrash(host, paths)).toEqual([]);
  });
});

function findInTrash(): string {
  for (const name of readdirSync(paths.trash)) {
    const path = join(paths.trash, name, 'content', 'abcd1234');
    if (host.files.lstat(path)) return path;
  }
  throw new Error('it is nowhere');
}
