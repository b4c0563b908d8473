import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Host } from '../../src/platform/index.ts';
import { ensureFolder } from '../../src/state/index.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
const at = (...names: string[]) => join(host.homeDir, ...names);

beforeEach(() => {
  host = testHost();
});

test('B012 every folder that is made is 0700, whatever the umask', () => {
  const former = process.umask(0);
  try {
    ensureFolder(host, at('a', 'b', 'c'));
  } finally {
    process.umask(former);
  }
  expect(treeOf(host.homeDir)).toEqual({ a: 'dir 0700', 'a/b': 'dir 0700', 'a/b/c': 'dir 0700' });
});

test('what is there is left as it is, and nothing is written', () => {
  mkdirSync(at('a'));
  chmodSync(at('a'), 0o755);
  const { files, steps } = faultyFiles(host.files);
  ensureFolder({ ...host, files }, at('a'));
  expect(steps).toEqual([]);
  expect(treeOf(host.homeDir)).toEqual({ a: 'dir 0755' });
});

test('a link to a folder on the way is gone through', () => {
  mkdirSync(at('disk'));
  symlinkSync(at('disk'), at('share'));
  ensureFolder(host, at('share', 'ours'));
  expect(treeOf(at('disk'))).toEqual({ ours: 'dir 0700' });
});

test('one that another process makes at the same time is as good', () => {
  const files = {
    ...host.files,
    mkdir: (path: string) => {
      mkdirSync(path);
      host.files.mkdir(path, 0o700);
    },
  };
  ensureFolder({ ...host, files }, at('a', 'b'));
  expect(Object.keys(treeOf(host.homeDir))).toEqual(['a', 'a/b']);
});

test.each([
  ['a file in its place', () => writeFileSync(at('a'), ''), ['a'], 'EEXIST'],
  ['a file on the way', () => writeFileSync(at('a'), ''), ['a', 'b', 'c'], 'EEXIST'],
  ['a dangling link in its place', () => symlinkSync('/nowhere', at('a')), ['a'], 'EEXIST'],
])('%s: WRITE_FAILED, nothing changed', (_case, make, names, cause) => {
  make();
  const before = treeOf(host.homeDir);
  expect(() => ensureFolder(host, at(...names))).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED', data: { path: at('a'), cause } }),
  );
  expect(treeOf(host.homeDir)).toEqual(before);
});

test('a full disk is named with the folder that could not be made', () => {
  const faulty = faultyFiles(host.files);
  faulty.failWhere((method, path) => method === 'mkdir' && path.endsWith('b'), 'ENOSPC');
  expect(() => ensureFolder({ ...host, files: faulty.files }, at('a', 'b', 'c'))).toThrow(
    expect.objectContaining({ code: 'WRITE_FAILED', data: { path: at('a', 'b'), cause: 'ENOSPC' } }),
  );
});
