import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import '../support/on-disk.ts';
import { errnoOf, type FileSystem, nodeFileSystem, writingSteps } from '../../src/platform/index.ts';
import { tempHome } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

const files = nodeFileSystem;
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

beforeEach(() => {
  folder = tempHome();
});

const codeOf = (act: () => unknown): string | undefined => {
  try {
    act();
  } catch (error) {
    return errnoOf(error);
  }
  return undefined;
};

describe('a new file', () => {
  test.each([
    ['text', 'ä', Buffer.from('ä')],
    ['bytes', new Uint8Array([0, 255]), Buffer.from([0, 255])],
    ['nothing', '', Buffer.alloc(0)],
    ['much', 'x'.repeat(10_000_000), Buffer.alloc(10_000_000, 'x')],
  ])('holds all of it: %s', (_case, data, bytes) => {
    files.writeNew(at('f'), data, 0o600);
    expect(readFileSync(at('f')).equals(bytes)).toBe(true);
  });

  test.each([
    ['a file', () => writeFileSync(at('f'), 'theirs')],
    ['a folder', () => mkdirSync(at('f'))],
    ['a link to a file', () => symlinkSync(at('theirs'), at('f'))],
    ['a dangling link', () => symlinkSync(at('nothing'), at('f'))],
  ])('is never %s that is there, and never goes through it', (_case, make) => {
    writeFileSync(at('theirs'), 'theirs');
    make();
    const before = treeOf(folder);
    expect(codeOf(() => files.writeNew(at('f'), 'ours', 0o600))).toBe('EEXIST');
    expect(treeOf(folder)).toEqual(before);
  });

  test('that can not be written whole is taken away again', () => {
    // /dev/full takes the open and refuses the bytes; as a new file it can't be, so a big one on a small disk
    // is left to write-atomic.test.ts, and data of a wrong kind fails here, after the open.
    expect(() => files.writeNew(at('f'), { length: 5 } as never, 0o600)).toThrow(TypeError);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('what is absent, and what leads nowhere', () => {
  symlinkSync('/nowhere', at('dangling'));
  expect(files.lstat(at('no'))).toBeUndefined();
  expect(files.stat(at('no'))).toBeUndefined();
  expect(files.lstat(at('dangling'))?.isSymbolicLink()).toBe(true);
  expect(files.stat(at('dangling'))).toBeUndefined();
  expect(codeOf(() => files.readFile(at('no')))).toBe('ENOENT');
  expect(codeOf(() => files.readlink(folder))).toBe('EINVAL');
});

test.each([
  [0, ''],
  [3, 'abc'],
  [6, 'abcdef'],
  [100, 'abcdef'],
])('the first %i bytes', (bytes, text) => {
  writeFileSync(at('f'), 'abcdef');
  expect(files.readStart(at('f'), bytes).toString()).toBe(text);
});

test('only a file with the right to be run is a program', () => {
  writeFileSync(at('program'), '', { mode: 0o755 });
  writeFileSync(at('text'), '', { mode: 0o644 });
  mkdirSync(at('folder'));
  symlinkSync(at('program'), at('link'));
  symlinkSync(at('gone'), at('dangling'));
  const names = ['program', 'text', 'folder', 'link', 'dangling', 'absent'];
  expect(names.filter((name) => files.isExecutable(at(name)))).toEqual(['program', 'link']);
});

test('a folder has the mode that was asked for', () => {
  const former = process.umask(0);
  try {
    files.mkdir(at('d'), 0o700);
  } finally {
    process.umask(former);
  }
  expect(treeOf(folder)).toEqual({ d: 'dir 0700' });
  expect(codeOf(() => files.mkdir(at('d'), 0o700))).toBe('EEXIST');
});

test('a second name is never one that is taken', () => {
  writeFileSync(at('a'), 'a');
  files.link(at('a'), at('b'));
  expect(readFileSync(at('b'), 'utf8')).toBe('a');
  expect(codeOf(() => files.link(at('a'), at('b')))).toBe('EEXIST');
});

test.each([
  ['nothing and nothing', 0, undefined, true],
  ['one byte more', 5, 'end', false],
  ['the same bytes, just one piece', 1024 * 1024, undefined, true],
  ['a difference in the second piece', 1024 * 1024 + 7, 'middle', false],
  ['the same bytes in several pieces', 3 * 1024 * 1024 + 1, undefined, true],
] as const)('files are equal by their bytes: %s', (_case, size, difference, isEqual) => {
  const bytes = Buffer.alloc(size, 'x');
  writeFileSync(at('a'), bytes);
  if (difference === 'middle') bytes[size - 3] = 0;
  writeFileSync(at('b'), difference === 'end' ? Buffer.concat([bytes, Buffer.from('y')]) : bytes);
  expect([files.isEqual(at('a'), at('b')), files.isEqual(at('b'), at('a'))]).toEqual([isEqual, isEqual]);
  expect(codeOf(() => files.isEqual(at('a'), at('absent')))).toBe('ENOENT');
});

test('a directory can be flushed, a file is not one, an absent one is told', () => {
  writeFileSync(at('f'), '');
  expect(codeOf(() => files.syncDirectory(folder))).toBeUndefined();
  expect(codeOf(() => files.syncDirectory(at('f')))).toBe('ENOTDIR');
  expect(codeOf(() => files.syncDirectory(at('no')))).toBe('ENOENT');
});

test('the steps that write are named, so that a fault can be put into each: all others leave the disk as it is', () => {
  writeFileSync(at('f'), 'x', { mode: 0o600 });
  symlinkSync('f', at('l'));
  chmodSync(folder, 0o700);
  const before = treeOf(folder);
  const reading = Object.keys(files).filter((name) => !(writingSteps as readonly string[]).includes(name));
  for (const name of reading as (keyof FileSystem)[]) {
    for (const path of [folder, at('f'), at('l'), at('absent')]) {
      codeOf(() => (files[name] as (path: string, bytes: number) => unknown)(path, 1));
    }
  }
  expect(reading).toHaveLength(10);
  expect(treeOf(folder)).toEqual(before);
});

test('below a file there is nothing', () => {
  writeFileSync(at('f'), '');
  expect([files.stat(at('f', 'x')), files.lstat(at('f', 'x'))]).toEqual([undefined, undefined]);
});

test.each(['a\0b', 'x'.repeat(5000)])('nothing is called %.5j', (name) => {
  expect(files.stat(at(name))).toBeUndefined();
  expect(files.lstat(at(name))).toBeUndefined();
});
