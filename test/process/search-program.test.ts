import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/platform/index.ts';
import { foldersOnPath, searchProgram } from '../../src/process/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { program } from './processes.ts';

let home = '';
let shims = '';
beforeEach(() => {
  home = tempHome();
  shims = folder('T/shims');
});

function folder(...path: string[]): string {
  const made = join(home, ...path);
  mkdirSync(made, { recursive: true });
  return made;
}

const search = (path: string, more: { names?: string[]; knownPaths?: string[]; cwd?: string } = {}) =>
  searchProgram(testHost({ home, cwd: more.cwd ?? home, env: { PATH: path } }), {
    names: ['x'],
    shims,
    ...more,
  });

test.each([
  ['linux', '/a/:b:/a:/c d::/a//e', ['/a', '/c d', '/a/e']],
  ['win32', '"C:\\a;b";D:\\c\\;e;"C:\\a;b\\"', ['C:\\a;b', 'D:\\c']],
] as const)(
  'the folders that PATH names on %s stand once each, as they are called',
  (platform, PATH, folders) => {
    expect(foldersOnPath(testHost({ home, platform, env: { PATH } }))).toEqual(folders);
  },
);

describe('PATH', () => {
  test('what a relative entry may not give, an absolute one does, though both mean the same file', () => {
    const path = program(folder('bin'), 'x', '#!/bin/sh\n');
    expect(search(`bin:${join(home, 'bin')}`).found?.path).toBe(path);
  });

  test('finds what `which -a` finds, in the same order', () => {
    const [a, b] = [folder('a'), folder('b')];
    program(a, 'x', '#!/bin/sh\n');
    program(b, 'x', '#!/bin/sh\n');
    const path = `${b}:${folder('empty')}:${a}:${b}`;
    const which = execFileSync('/usr/bin/which', ['-a', 'x'], { env: { PATH: path }, encoding: 'utf8' });
    const found = search(path).all.map((each) => each.path);
    expect(found).toEqual([join(b, 'x'), join(a, 'x')]);
    expect(found).toEqual([...new Set(which.trim().split('\n'))]);
  });

  test('B084 the first that can run is taken; the bad ones are told with their reasons', () => {
    folder('1', 'x');
    program(folder('2'), 'x', '#!/bin/sh\n', 0o644);
    symlinkSync(join(home, 'nowhere'), join(folder('3'), 'x'));
    symlinkSync(join(home, '4', 'x'), join(folder('4'), 'x'));
    const good = program(folder('5'), 'x', '#!/bin/sh\n');
    const second = program(folder('6'), 'x', '#!/bin/sh\n');
    const { found, all, rejected } = search(
      ['1', '2', '3', '4', '5', '6'].map((name) => join(home, name)).join(':'),
    );
    expect(found).toEqual({ path: good, realPath: good });
    expect(all.map(({ path }) => path)).toEqual([good, second]);
    expect(rejected).toEqual([
      { path: join(home, '1/x'), reason: 'directory' },
      { path: join(home, '2/x'), reason: 'not executable' },
      { path: join(home, '3/x'), reason: 'dangling link' },
      { path: join(home, '4/x'), reason: 'dangling link' },
    ]);
  });

  test('an entry that is a file, or that may not be read, is passed over', () => {
    writeFileSync(join(home, 'file'), '');
    const good = program(folder('bin'), 'x', '#!/bin/sh\n');
    expect(search(`${home}/file:/proc/1/fd:${home}/bin`).found?.path).toBe(good);
  });

  test.each(['', '.', './', 'sub/..', '::'])(
    'the current directory is never searched, though PATH holds "%s"',
    (entry) => {
      const cwd = folder('repo');
      program(cwd, 'x', '#!/bin/sh\n');
      const { found, rejected } = search(`${entry}:${folder('empty')}`, { cwd });
      expect(found).toBeUndefined();
      expect(rejected).toEqual([{ path: join(cwd, 'x'), reason: 'current directory' }]);
    },
  );

  test('the preferred name wins over PATH order, known paths come last, a program of two names is two', () => {
    const y = program(folder('a'), 'y', '#!/bin/sh\n');
    const x = program(folder('b'), 'x', '#!/bin/sh\n');
    const known = program(folder('c'), 'x', '#!/bin/sh\n');
    const names = { names: ['x', 'y'], knownPaths: [known, join(home, 'd/x')] };
    expect(search(`${home}/a:${home}/b`, names).all.map(({ path }) => path)).toEqual([x, y, known]);
  });

  test('links to one file under one name are one program, called as PATH calls it', () => {
    const real = program(folder('lib'), 'x.js', '#!/bin/sh\n');
    symlinkSync(real, join(folder('a'), 'x'));
    symlinkSync(real, join(folder('b'), 'x'));
    expect(search(`${home}/a:${home}/b`).all).toEqual([{ path: join(home, 'a/x'), realPath: real }]);
  });

  test('nothing anywhere, and no PATH at all', () => {
    expect(search('')).toEqual({ all: [], rejected: [] });
    expect(searchProgram(testHost({ home, env: { PATH: undefined } }), { names: ['x'], shims })).toEqual({
      all: [],
      rejected: [],
    });
  });
});

describe('B082 our own shims', () => {
  test('are passed over: their folder, a link to it, a link to one, a copy of one', () => {
    const shim = program(shims, 'x', '#!/bin/sh\n# ai-tools-shim 1\nexec x "$@"\n');
    symlinkSync(shims, join(home, 'linked'));
    symlinkSync(shim, join(folder('one'), 'x'));
    copyFileSync(shim, join(folder('copy'), 'x'));
    const real = program(folder('real'), 'x', '#!/bin/sh\necho ai-tools\n');
    const path = `${shims}:${home}/linked:${home}/one:${home}/copy`;
    expect(search(`${path}:${home}/real`).found?.path).toBe(real);
    const { found, rejected } = search(path);
    expect(found).toBeUndefined();
    expect(rejected.map(({ reason }) => reason)).toEqual(Array(4).fill('shim of ours'));
  });

  test('whatever lies in their folder is one, and a link there to a real program is too', () => {
    const real = program(folder('real'), 'x', '#!/bin/sh\n');
    symlinkSync(real, join(shims, 'x'));
    expect(search(`${shims}:${home}/real`).found?.path).toBe(real);
    expect(search(shims).found).toBeUndefined();
  });

  test('a program that speaks of shims far inside is a program', () => {
    const real = program(folder('real'), 'x', `#!/bin/sh\n${'#'.repeat(300)}\n# ai-tools-shim\n`);
    expect(search(`${home}/real`).found?.path).toBe(real);
  });
});

describe('B085 inside WSL (simulated)', () => {
  const npm = '/mnt/c/Users/u/AppData/Roaming/npm';
  const linked = '/home/u/bin/x';
  const wsl = (existing: readonly string[], path: string, isWsl = true) =>
    searchProgram(
      testHost({ home, isWsl, env: { PATH: path }, files: filesWith(existing, { [linked]: `${npm}/x` }) }),
      { names: ['x'], shims },
    );

  test('the Linux program is taken, though the Windows one comes first', () => {
    const { found, rejected } = wsl([`${npm}/x`, '/usr/bin/x'], `${npm}:/usr/bin`);
    expect(found?.path).toBe('/usr/bin/x');
    expect(rejected).toEqual([{ path: `${npm}/x`, reason: 'Windows program under WSL' }]);
  });

  test('where only the Windows one exists, there is none; a link to it is none either', () => {
    expect(wsl([`${npm}/x`], `${npm}:/usr/bin`).found).toBeUndefined();
    expect(wsl([linked], '/home/u/bin').rejected).toEqual([
      { path: linked, reason: 'Windows program under WSL' },
    ]);
  });

  test('outside WSL /mnt/c is a directory like any other', () => {
    expect(wsl([`${npm}/x`], npm, false).found?.path).toBe(`${npm}/x`);
  });
});

describe('on Windows (simulated)', () => {
  const windows = (existing: readonly string[], env: Record<string, string>, cwd = 'C:\\repo') =>
    searchProgram(
      testHost({
        home: 'C:\\Users\\u',
        platform: 'win32',
        cwd,
        env: { PATH: undefined, ...env },
        files: filesWith(existing, {}),
      }),
      { names: ['x'], shims: 'C:\\T\\shims' },
    );

  test.each([
    ['the .cmd, not the sh script beside it', ['C:\\a\\x', 'C:\\a\\x.cmd'], 'C:\\a\\x.cmd'],
    ['.exe before .cmd', ['C:\\a\\x.cmd', 'C:\\a\\x.exe'], 'C:\\a\\x.exe'],
    ['in PATH order, an extension never beats a directory', ['C:\\b\\x.exe', 'C:\\a\\x.cmd'], 'C:\\a\\x.cmd'],
    ['nothing for a script without extension', ['C:\\a\\x'], undefined],
    ['nothing for what needs another program', ['C:\\a\\x.js', 'C:\\a\\x.ps1'], undefined],
    ['nothing in the current directory', ['C:\\repo\\x.exe', 'C:\\repo\\x.cmd'], undefined],
    ['a quoted entry, with the semicolon in it', ['C:\\c;d\\x.exe'], 'C:\\c;d\\x.exe'],
  ])('%s', (_name, existing, expected) => {
    const env = { Path: 'C:\\a;;.;C:\\b;"C:\\c;d"', PATHEXT: '.COM;.EXE;.BAT;.CMD;.JS;.PS1' };
    expect(windows(existing, env).found?.path).toBe(expected);
  });

  test('PATHEXT decides the order; without it the usual one holds', () => {
    const both = ['C:\\a\\x.cmd', 'C:\\a\\x.exe'];
    expect(windows(both, { Path: 'C:\\a', PathExt: '.CMD;.EXE' }).found?.path).toBe('C:\\a\\x.cmd');
    expect(windows(both, { Path: 'C:\\a' }).found?.path).toBe('C:\\a\\x.exe');
  });

  test('the sh script is told as what it is', () => {
    expect(windows(['C:\\a\\x'], { PATH: 'C:\\a' }).rejected).toEqual([
      { path: 'C:\\a\\x', reason: 'not executable' },
    ]);
  });
});

/** A disk that holds these programs and links, and nothing else. */
function filesWith(existing: readonly string[], links: Readonly<Record<string, string>>): FileSystem {
  const stats = { isFile: () => true, isDirectory: () => false };
  const look = (path: string) => (existing.includes(path) ? stats : undefined);
  return {
    stat: look,
    lstat: look,
    realpath: (path: string) => links[path] ?? path,
    isExecutable: (path: string) => existing.includes(path),
    readStart: () => Buffer.from('MZ'),
  } as unknown as FileSystem;
}
