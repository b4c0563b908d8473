import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type AppPaths, appPaths, type FileSystem, type Host } from '../../src/platform/index.ts';
import { keepConflict, listConflicts, sweepConflicts } from '../../src/state/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
let paths: AppPaths;
const at = (...names: string[]) => join(host.homeDir, ...names);
const note = { tool: 'demo', account: 'aaaaaaaa', path: 'notes/x', why: 'both changed it' };

beforeEach(() => {
  host = testHost();
  paths = appPaths(host);
});

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8);
const later = (days: number): Host => ({ ...host, now: () => new Date(Date.now() + days * 86_400_000) });

test('law 23: a value is kept where nobody else reads it, and is listed by where it came from', () => {
  const kept = keepConflict(host, paths, note, { data: '{"a":1}' });
  expect([readFileSync(kept, 'utf8'), modeOf(kept), modeOf(join(kept, '..'))]).toEqual([
    '{"a":1}',
    '600',
    '700',
  ]);
  expect(listConflicts(host, paths)).toEqual([{ ...note, kept, at: expect.stringMatching(/^\d{4}-/) }]);
});

test('a file or a folder is moved, and made unreadable for others, all of it', () => {
  mkdirSync(at('x', 'deep'), { recursive: true });
  writeFileSync(at('x', 'deep', 'run'), '#!/bin/sh', { mode: 0o755 });
  writeFileSync(at('x', 'text'), 'text', { mode: 0o644 });
  chmodSync(at('x'), 0o755);
  symlinkSync('/etc/passwd', at('x', 'link'));
  const kept = keepConflict(host, paths, note, { from: at('x') });
  const tree = treeOf(kept);
  expect(Object.entries(tree).map(([path, entry]) => [path, entry.slice(0, 9)])).toEqual([
    ['deep', 'dir 0700'],
    ['deep/run', 'file 0700'],
    ['link', 'link -> /'],
    ['text', 'file 0600'],
  ]);
  expect([modeOf(kept), lstatSync(at('x'), { throwIfNoEntry: false })]).toEqual(['700', undefined]);
});

test('where the disk has no modes it is kept all the same, in a folder that is closed', () => {
  writeFileSync(at('x'), 'text', { mode: 0o644 });
  const faulty = faultyFiles(host.files);
  faulty.failWhere((step) => step === 'chmod', 'EPERM');
  const kept = keepConflict({ ...host, files: faulty.files }, paths, note, { from: at('x') });
  expect([readFileSync(kept, 'utf8'), modeOf(join(kept, '..'))]).toEqual(['text', '700']);
  expect(listConflicts(host, paths)).toHaveLength(1);
});

/** The same computer, where `x` lies on another disk. */
function apart(): Host {
  const files: FileSystem = {
    ...host.files,
    rename: (from, to) => {
      if (from === at('x')) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
      host.files.rename(from, to);
    },
  };
  return { ...host, files };
}

test.skipIf(process.platform === 'win32')('what can not be copied keeps all of it where it is', () => {
  mkdirSync(at('x'));
  writeFileSync(at('x', 'text'), 'text');
  execFileSync('mkfifo', [at('x', 'pipe')]);
  const before = treeOf(at('x'));
  expect(() => keepConflict(apart(), paths, note, { from: at('x') })).toThrow(
    expect.objectContaining({ code: 'MOVE_FAILED' }),
  );
  expect([treeOf(at('x')), readdirSync(paths.conflicts)]).toEqual([before, []]);
});

test('from another disk it is copied first', () => {
  writeFileSync(at('x'), 'text', { mode: 0o644 });
  const kept = keepConflict(apart(), paths, note, { from: at('x') });
  expect([readFileSync(kept, 'utf8'), modeOf(kept)]).toEqual(['text', '600']);
  expect(lstatSync(at('x'), { throwIfNoEntry: false })).toBeUndefined();
});

test('what can not be moved is where it was, and no entry speaks of it', () => {
  writeFileSync(at('x'), 'text');
  const faulty = faultyFiles(host.files);
  faulty.failWhere((method, path) => method === 'rename' && path.includes('content'), 'EACCES');
  expect(() => keepConflict({ ...host, files: faulty.files }, paths, note, { from: at('x') })).toThrow(
    expect.objectContaining({ code: 'MOVE_FAILED' }),
  );
  expect([readFileSync(at('x'), 'utf8'), readdirSync(paths.conflicts)]).toEqual(['text', []]);
});

test('law 23: kept for 30 days', () => {
  const kept = keepConflict(host, paths, note, { data: 'x' });
  expect(sweepConflicts(later(29), paths)).toEqual([]);
  expect(readFileSync(kept, 'utf8')).toBe('x');
  expect(sweepConflicts(later(31), paths)).toEqual([]);
  expect([readdirSync(paths.conflicts), listConflicts(host, paths)]).toEqual([[], []]);
});

test('death at any step: it is where it was or listed, and never half', () => {
  writeFileSync(at('x'), 'text');
  const counting = faultyFiles(host.files);
  keepConflict({ ...host, files: counting.files }, paths, note, { from: at('x') });
  for (let step = 1; step <= counting.steps.length; step += 1)
    for (const when of ['before', 'after', 'half'] as const) {
      host = testHost();
      paths = appPaths(host);
      writeFileSync(at('x'), 'text');
      const faulty = faultyFiles(host.files);
      faulty.dieAt(step, when);
      const dying = { ...host, files: faulty.files };
      const what = `${when} ${counting.steps[step - 1]}`;
      expect(() => keepConflict(dying, paths, note, { from: at('x') }), what).toThrow(Died);
      const listed = listConflicts(host, paths).map(({ kept }) => readFileSync(kept, 'utf8'));
      const there = lstatSync(at('x'), { throwIfNoEntry: false }) ? [readFileSync(at('x'), 'utf8')] : [];
      expect([...listed, ...there], what).toEqual(['text']);
    }
});
