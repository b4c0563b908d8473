import { execFileSync } from 'node:child_process';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { treeOf } from '../support/tree.ts';

type Env = Record<string, string>;
const on = (platform: Host['platform'], env: Env = {}, homeDir = '/home/u') =>
  testHost({ platform, env, homeDir });
const windowsHome = 'C:\\Users\\u';

describe('AI_TOOLS_HOME comes first', () => {
  test.each([
    ['/data/ours', '/data/ours'],
    ['/data/ours/', '/data/ours'],
    ['/data//x/../ours///', '/data/ours'],
    ['~/ours', '/home/u/ours'],
    ['~', '/home/u'],
    ['/', '/'],
  ])('%s means %s', (value, root) => {
    const paths = appPaths(on('linux', { AI_TOOLS_HOME: value, XDG_DATA_HOME: '/xdg' }));
    expect(paths.root).toBe(root);
    expect(paths.warnings).toEqual([]);
  });

  test.each(['', 'rel', './rel', '$HOME/x', '~other/x'])(
    '%j is refused: it would scatter our files',
    (value) => {
      expect(() => appPaths(on('linux', { AI_TOOLS_HOME: value }))).toThrow(
        expect.objectContaining({
          code: 'HOME_UNUSABLE',
          exit: 1,
          data: { variable: 'AI_TOOLS_HOME', value },
        }),
      );
    },
  );

  test.each([
    ['D:\\ours\\', 'D:\\ours'],
    ['d:/ours/x', 'd:\\ours\\x'],
    ['\\\\server\\share\\ours', '\\\\server\\share\\ours'],
    ['~\\ours', 'C:\\Users\\u\\ours'],
  ])('on Windows %s means %s', (value, root) => {
    expect(appPaths(on('win32', { AI_TOOLS_HOME: value }, windowsHome)).root).toBe(root);
  });

  test.each(['\\ours', 'D:ours', '/ours'])(
    'on Windows %s depends on the current drive or folder, and is refused',
    (value) => {
      expect(() => appPaths(on('win32', { AI_TOOLS_HOME: value }, windowsHome))).toThrow(
        expect.objectContaining({ code: 'HOME_UNUSABLE' }),
      );
    },
  );

  test('it needs no home directory', () => {
    expect(appPaths(on('linux', { AI_TOOLS_HOME: '/data' }, '')).root).toBe('/data');
  });
});

describe('B058 without it', () => {
  test.each([
    ['linux', {}, '/home/u', '/home/u/.local/share/ai-tools', 0],
    ['linux', { XDG_DATA_HOME: '/xdg' }, '/home/u', '/xdg/ai-tools', 0],
    ['linux', { XDG_DATA_HOME: '' }, '/home/u', '/home/u/.local/share/ai-tools', 1],
    ['linux', { XDG_DATA_HOME: 'rel' }, '/home/u', '/home/u/.local/share/ai-tools', 1],
    ['linux', { XDG_CONFIG_HOME: '/c' }, '/home/u', '/home/u/.local/share/ai-tools', 0],
    ['darwin', {}, '/Users/u', '/Users/u/.local/share/ai-tools', 0],
    ['darwin', { XDG_DATA_HOME: '/xdg' }, '/Users/u', '/Users/u/.local/share/ai-tools', 0],
    ['win32', {}, windowsHome, 'C:\\Users\\u\\AppData\\Local\\ai-tools\\Data', 0],
    ['win32', { LOCALAPPDATA: 'D:\\l' }, windowsHome, 'D:\\l\\ai-tools\\Data', 0],
    ['win32', { LOCALAPPDATA: 'l' }, windowsHome, 'C:\\Users\\u\\AppData\\Local\\ai-tools\\Data', 1],
  ] as const)('%s %j under %s: %s', (platform, env, homeDir, root, warnings) => {
    const paths = appPaths(on(platform, env, homeDir));
    expect(paths.root).toBe(root);
    expect(paths.warnings).toHaveLength(warnings);
  });

  test('the warning names the variable and its value', () => {
    expect(appPaths(on('linux', { XDG_DATA_HOME: 'rel' })).warnings).toEqual([
      'XDG_DATA_HOME is "rel", which is not an absolute path: ignored.',
    ]);
  });

  test.each([
    ['linux', '', {}],
    ['linux', 'rel', {}],
    ['linux', '', { XDG_DATA_HOME: '/xdg' }],
    ['darwin', '', {}],
    ['win32', '', {}],
    ['win32', 'Users', {}],
  ] as const)('%s with the home %j is refused', (platform, homeDir, env) => {
    expect(() => appPaths(on(platform, env, homeDir))).toThrow(
      expect.objectContaining({ code: 'HOME_UNUSABLE', data: expect.objectContaining({ value: homeDir }) }),
    );
  });
});

test('what lies where', () => {
  const paths = appPaths(on('linux', { AI_TOOLS_HOME: '/r' }));
  expect(paths).toMatchObject({
    layout: '/r/layout.json',
    shims: '/r/shims',
    trash: '/r/trash',
    journal: '/r/journal',
    settings: '/r/settings.json',
    defaults: '/r/defaults',
    labels: '/r/labels',
    accounts: '/r/accounts',
    installations: '/r/installations',
  });
  expect(paths.defaultOf('t')).toBe('/r/defaults/t');
  expect(paths.labelOf('t', 'l')).toBe('/r/labels/t/l');
  expect(paths.accountFolder('t', 'i')).toBe('/r/accounts/t/i');
  expect(paths.installationFolder('t', 'default')).toBe('/r/installations/t/default');
});

test('pure: nothing is looked at and nothing is made', () => {
  const home = tempHome();
  const files = new Proxy({} as Host['files'], {
    get: (_target, name) => {
      throw new Error(`the disk was asked: ${String(name)}`);
    },
  });
  appPaths(testHost({ home, files }));
  expect(treeOf(home)).toEqual({});
});

describe('the same as env-paths 4 gives, asked in a process of that environment', () => {
  const envPathsData = (platform: string, env: Env) =>
    execFileSync(process.execPath, [join(import.meta.dirname, 'children', 'env-paths-child.mjs'), platform], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });

  test.each([
    ['linux', { HOME: '/home/u' }],
    ['linux', { HOME: '/home/u', XDG_DATA_HOME: '/xdg' }],
    ['linux', { HOME: '/home/u', XDG_DATA_HOME: '/xdg/' }],
    ['linux', { HOME: '/home/u', XDG_DATA_HOME: '' }],
    ['linux', { HOME: '/home/u v/', XDG_CONFIG_HOME: '/c' }],
    ['win32', { HOME: windowsHome }],
    ['win32', { HOME: windowsHome, LOCALAPPDATA: 'D:\\l' }],
    ['win32', { HOME: windowsHome, LOCALAPPDATA: '' }],
    ['win32', { HOME: windowsHome, APPDATA: 'E:\\r' }],
  ] as const)('%s %j', (platform, { HOME, ...env }) => {
    expect(appPaths(on(platform, env, HOME)).root).toBe(envPathsData(platform, { HOME, ...env }));
  });

  test('but not on macOS, where it gives a path with a space, too long for sockets', () => {
    expect(envPathsData('darwin', { HOME: '/Users/u' })).toBe(
      '/Users/u/Library/Application Support/ai-tools',
    );
    expect(appPaths(on('darwin', {}, '/Users/u')).root).toBe('/Users/u/.local/share/ai-tools');
  });
});

test('a path in which nothing has to be changed is found sooner, and nothing else is found', () => {
  const paths = [
    '',
    '/',
    '/a',
    '/a/',
    '//a',
    '/a//b',
    '/./a',
    '/a/.',
    '/a/../b',
    '/a/..',
    '/.a/..b',
    '/a/...',
    'a',
  ];
  const orNothing = [undefined, ...paths];
  for (const platform of ['linux', 'darwin'] as const)
    for (const home of paths)
      for (const named of orNothing)
        for (const data of orNothing) {
          const env = {
            ...(named === undefined ? {} : { AI_TOOLS_HOME: named }),
            ...(data === undefined ? {} : { XDG_DATA_HOME: data }),
          };
          const expected = expectedFolder(platform, home, named, data);
          const found = attempt(() => appPaths(on(platform, env, home)).root);
          expect({ platform, home, named, data, found }).toMatchObject({ found: expected });
        }
});

/** By what `normalize` and `join` make of every path; null: it is refused. */
function expectedFolder(platform: string, home: string, named?: string, data?: string): string | null {
  const tidy = (path: string) => {
    const normal = posix.normalize(path);
    return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
  };
  if (named !== undefined) return named.startsWith('/') ? tidy(named) : null;
  if (!home.startsWith('/')) return null;
  const isHeeded = platform !== 'darwin' && data?.startsWith('/') === true;
  return posix.join(isHeeded ? data : posix.join(home, '.local/share'), 'ai-tools');
}

function attempt(find: () => string): string | null {
  try {
    return find();
  } catch {
    return null;
  }
}
