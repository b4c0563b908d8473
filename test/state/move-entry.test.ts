import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../src/platform/index.ts';
import { moveEntry } from '../../src/state/index.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
let [from, to] = ['', ''];
beforeEach(() => {
  host = testHost();
  [from, to] = [join(host.homeDir, 'from'), join(host.homeDir, 'to')];
  writeFileSync(from, 'new');
  writeFileSync(to, 'old');
});

test('takes the place of a file that is there', () => {
  moveEntry(host, from, to);
  expect(readFileSync(to, 'utf8')).toBe('new');
  expect(Object.keys(treeOf(host.homeDir))).toEqual(['to']);
});

test.each(['EXDEV', 'EACCES', 'EIO'])('%s: both are as they were, and that is said', (cause) => {
  const faulty = faultyFiles(host.files);
  faulty.failAt(1, cause);
  const before = treeOf(host.homeDir);
  expect(() => moveEntry({ ...host, files: faulty.files }, from, to)).toThrow(
    expect.objectContaining({ code: 'MOVE_FAILED', exit: 7, data: { path: from, to, cause } }),
  );
  expect(treeOf(host.homeDir)).toEqual(before);
});

describe('on Windows (simulated)', () => {
  test.each(['EPERM', 'EBUSY', 'EACCES'])('%s of a scanner that lets go again is waited out', (cause) => {
    const faulty = faultyFiles(host.files);
    for (const n of [1, 2, 3]) faulty.failAt(n, cause);
    moveEntry({ ...host, platform: 'win32', files: faulty.files }, from, to);
    expect(readFileSync(to, 'utf8')).toBe('new');
  });
});
