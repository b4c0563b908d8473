import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem, Host, Stats } from '../../src/platform/index.ts';
import '../support/on-disk.ts';
import { removeTree } from '../../src/state/index.ts';
import { faultyFiles } from '../support/faulty-files.ts';
import { testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

let host: Host;
const at = (...names: string[]) => join(host.homeDir, ...names);

beforeEach(() => {
  host = testHost();
  mkdirSync(at('shared', 'projects'), { recursive: true });
  writeFileSync(at('shared', 'projects', 'keep.jsonl'), 'keep me');
  mkdirSync(at('home', 'deep', 'deeper'), { recursive: true });
  writeFileSync(at('home', 'deep', 'deeper', 'file'), 'x');
});

test('a folder goes with all that lies below it, and nothing else does', () => {
  writeFileSync(at('home-2'), 'stays');
  removeTree(host, at('home'));
  expect(Object.keys(treeOf(host.homeDir))).toEqual([
    'home-2',
    'shared',
    'shared/projects',
    'shared/projects/keep.jsonl',
  ]);
});

test('a file goes; what is not there is no fault', () => {
  removeTree(host, at('home', 'deep', 'deeper', 'file'));
  removeTree(host, at('home', 'deep', 'deeper', 'file'));
  expect(readdirSync(at('home', 'deep', 'deeper'))).toEqual([]);
});

describe('B024 a link is removed, never what it leads to', () => {
  test.each([
    ['to a folder', () => symlinkSync(at('shared', 'projects'), at('home', 'projects'))],
    ['to a folder, relative', () => symlinkSync('../shared/projects', at('home', 'projects'))],
    ['to a file', () => symlinkSync(at('shared', 'projects', 'keep.jsonl'), at('home', 'keep'))],
    ['to the folder above, a circle', () => symlinkSync('..', at('home', 'up'))],
    ['that leads nowhere', () => symlinkSync('/nowhere', at('home', 'gone'))],
    [
      'through another link',
      () => {
        symlinkSync(at('shared', 'projects'), at('home', 'a'));
        symlinkSync('a', at('home', 'b'));
      },
    ],
  ])('%s, inside the folder', (_case, make) => {
    make();
    removeTree(host, at('home'));
    expect(Object.keys(treeOf(host.homeDir))).toEqual([
      'shared',
      'shared/projects',
      'shared/projects/keep.jsonl',
    ]);
    expect(readFileSync(at('shared', 'projects', 'keep.jsonl'), 'utf8')).toBe('keep me');
  });

  test.each(['link', 'link/', 'link//'])('named itself, as %s', (name) => {
    symlinkSync(at('shared', 'projects'), at('link'));
    removeTree(host, `${host.homeDir}/${name}`);
    expect(readdirSync(host.homeDir).sort()).toEqual(['home', 'shared']);
    expect(readFileSync(at('shared', 'projects', 'keep.jsonl'), 'utf8')).toBe('keep me');
  });

  test.each([
    ['unlink takes it away', true],
    ['only rmdir takes it away', false],
  ])('a junction that calls itself a directory (simulated): only it goes; %s', (_case, canUnlink) => {
    symlinkSync(at('shared', 'projects'), at('home', 'projects'));
    const junction = at('home', 'projects');
    const real = host.files;
    const asDirectory = (stat: Stats): Stats =>
      Object.assign(Object.create(stat) as Stats, {
        isDirectory: () => true,
        isSymbolicLink: () => false,
        mode: 0o40700,
      });
    const files: FileSystem = {
      ...real,
      lstat: (path) => {
        const stat = real.lstat(path);
        return path === junction && stat ? asDirectory(stat) : stat;
      },
      unlink: (path) => {
        if (path === junction && !canUnlink) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
        real.unlink(path);
      },
      rmdir: (path) => (path === junction ? real.unlink(path) : real.rmdir(path)),
    };
    removeTree({ ...host, files }, at('home'));
    expect(Object.keys(treeOf(host.homeDir))).toEqual([
      'shared',
      'shared/projects',
      'shared/projects/keep.jsonl',
    ]);
  });
});

test('a folder without the right to write is no hindrance', () => {
  const { files, steps } = faultyFiles(host.files);
  chmodSync(at('home', 'deep'), 0o500);
  removeTree({ ...host, files }, at('home'));
  expect(steps).toContain(`chmod ${at('home', 'deep')}`);
  expect(readdirSync(host.homeDir)).toEqual(['shared']);
});

test('what can not be removed is named; what lies beside it may be gone', () => {
  const faulty = faultyFiles(host.files);
  faulty.failWhere((method, path) => method === 'unlink' && path.endsWith('file'), 'EBUSY');
  expect(() => removeTree({ ...host, files: faulty.files }, at('home'))).toThrow(
    expect.objectContaining({
      code: 'REMOVE_FAILED',
      exit: 7,
      data: { path: at('home', 'deep', 'deeper', 'file'), cause: 'EBUSY' },
    }),
  );
});

test('what another process removes at the same time is no fault', () => {
  const real = host.files;
  const files = {
    ...real,
    unlink: (path: string) => {
      real.unlink(path);
      real.unlink(path);
    },
  };
  removeTree({ ...host, files }, at('home'));
  expect(readdirSync(host.homeDir)).toEqual(['shared']);
});
