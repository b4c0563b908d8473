import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type AppPaths, appPaths, type Host } from '../../src/platform/index.ts';
import { checkLayout, ensureLayout, foldersAbove, layoutVersion } from '../../src/state/index.ts';
import { Died, faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
let paths: AppPaths;

beforeEach(() => {
  host = testHost();
  paths = appPaths(host);
});

test('a folder that is not there is made, 0700, with its layout; a look alone makes nothing', () => {
  expect(checkLayout(host, paths)).toBe(false);
  expect(treeOf(host.homeDir)).toEqual({});
  ensureLayout(host, paths);
  expect(checkLayout(host, paths)).toBe(true);
  expect(treeOf(paths.root)).toEqual({ 'layout.json': expect.stringMatching(/^file 0600 /) });
  expect(treeOf(host.homeDir)['.local/share/ai-tools']).toBe('dir 0700');
  const above = ['.local/share', '.local'].map((path) => join(host.homeDir, path));
  expect(JSON.parse(readFileSync(paths.layout, 'utf8'))).toEqual({ layout: layoutVersion, above });
  expect(foldersAbove(host, paths)).toEqual(above);
});

test('of the folders above it those that were there are not ours', () => {
  mkdirSync(join(host.homeDir, '.local'));
  ensureLayout(host, paths);
  expect(foldersAbove(host, paths)).toEqual([join(host.homeDir, '.local/share')]);
});

test('one that is there is left as it is', () => {
  ensureLayout(host, paths);
  const before = treeOf(host.homeDir);
  const { files, steps } = faultyFiles(host.files);
  ensureLayout({ ...host, files }, paths);
  expect(steps).toEqual([]);
  expect(treeOf(host.homeDir)).toEqual(before);
});

test('the first layout becomes this one before anything is written, old or new and never half; a look alone leaves it', () => {
  mkdirSync(paths.root, { recursive: true });
  const old = '{"layout":1}\n';
  writeFileSync(paths.layout, old);
  expect(checkLayout(host, paths)).toBe(true);
  expect(readFileSync(paths.layout, 'utf8')).toBe(old);
  for (let n = 1; ; n += 1) {
    writeFileSync(paths.layout, old);
    const { files, steps, dieAt } = faultyFiles(host.files);
    dieAt(n, 'half');
    try {
      ensureLayout({ ...host, files }, paths);
      expect(steps.length).toBeLessThan(n);
      break;
    } catch (error) {
      expect(error).toBeInstanceOf(Died);
    }
    expect([1, layoutVersion]).toContain(JSON.parse(readFileSync(paths.layout, 'utf8')).layout);
  }
  expect(JSON.parse(readFileSync(paths.layout, 'utf8'))).toEqual({ layout: layoutVersion });
});

test.each([
  ['a newer layout', `{"layout":${layoutVersion + 1}}`, 'LAYOUT_NEWER'],
  ['half a file', '{"layout":', 'STATE_DAMAGED'],
  ['an empty file', '', 'STATE_DAMAGED'],
  ['a layout that is no number', '{"layout":"1"}', 'STATE_DAMAGED'],
  ['nothing but null', 'null', 'STATE_DAMAGED'],
  ['a layout before the first', '{"layout":0}', 'STATE_DAMAGED'],
])('%s is refused by both, exit 6, and nothing is changed', (_case, text, code) => {
  mkdirSync(paths.root, { recursive: true });
  writeFileSync(paths.layout, text);
  const before = treeOf(host.homeDir);
  expect(() => checkLayout(host, paths)).toThrow(expect.objectContaining({ code, exit: 6 }));
  expect(() => ensureLayout(host, paths)).toThrow(expect.objectContaining({ code, exit: 6 }));
  expect(treeOf(host.homeDir)).toEqual(before);
});

test('a newer release that makes the folder at the same moment is noticed', () => {
  const real = host.files;
  const files = {
    ...real,
    link: (from: string, to: string) => {
      writeFileSync(to, '{"layout":9}');
      real.link(from, to);
    },
  };
  expect(() => ensureLayout({ ...host, files }, paths)).toThrow(
    expect.objectContaining({ code: 'LAYOUT_NEWER' }),
  );
});

test('cut off at any step, the next one makes it whole', () => {
  const counted = faultyFiles(host.files);
  ensureLayout({ ...host, files: counted.files }, paths);
  for (const when of ['before', 'half', 'after'] as const) {
    for (let n = 1; n <= counted.steps.length; n += 1) {
      const fresh = testHost();
      const faulty = faultyFiles(fresh.files);
      faulty.dieAt(n, when);
      expect(() => ensureLayout({ ...fresh, files: faulty.files }, appPaths(fresh))).toThrow(Died);
      ensureLayout(fresh, appPaths(fresh));
      expect(checkLayout(fresh, appPaths(fresh))).toBe(true);
    }
  }
});
