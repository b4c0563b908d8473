import { describe, expect, test } from 'vitest';
import { cleanPath, expandPaths, expandTemplate } from '../../../src/accounts/home/templates.ts';
import { testHost } from '../../support/temp-home.ts';

const linux = testHost({ platform: 'linux', homeDir: '/home/u' });
const windows = testHost({ platform: 'win32', homeDir: 'C:\\Users\\u' });

describe('a template of a descriptor', () => {
  test.each([
    ['{home}', { home: '/a/home' }, '/a/home'],
    ['{home}/anthropic', { home: '/a/home' }, '/a/home/anthropic'],
    ['{home}/', { home: '/a/home' }, '/a/home'],
    ['{home}', { home: '/a//b/../home/' }, '/a/home'],
    ['{userHome}/.claude/rules/**', { userHome: '/home/u' }, '/home/u/.claude/rules/**'],
    ['{home}', { home: '/' }, '/'],
    ['true', { home: '/a' }, 'true'],
    ['{home}', { home: '/a b\'c"$(x)' }, '/a b\'c"$(x)'],
    ['{home}/x', { home: '/with/{userHome}/in it', userHome: '/no' }, '/with/{userHome}/in it/x'],
  ])('%s with %j is %s', (template, values, path) => {
    expect(expandTemplate(linux, template, values)).toBe(path);
  });

  test.each([
    ['{home}', { home: 'C:\\a\\home\\' }, 'C:\\a\\home'],
    ['{home}/opencode', { home: 'C:\\a' }, 'C:\\a\\opencode'],
    ['{home}', { home: 'C:\\' }, 'C:\\'],
  ])('%s with %j is %s on Windows', (template, values, path) => {
    expect(expandTemplate(windows, template, values)).toBe(path);
  });

  test('that begins with {ancestors} is a path in the working directory and in every directory above it', () => {
    expect(expandPaths(linux, '{ancestors}/.env', { cwd: '/home/u/p' })).toEqual([
      '/home/u/p/.env',
      '/home/u/.env',
      '/home/.env',
      '/.env',
    ]);
    expect(expandPaths(windows, '{ancestors}/.gemini/.env', { cwd: 'C:\\p' })).toEqual([
      'C:\\p\\.gemini\\.env',
      'C:\\.gemini\\.env',
    ]);
  });

  test('B122 gives the same string when it is made again from its own result', () => {
    for (const path of ['/a/b', '/a//b/', '/a/./b/../c']) {
      const once = cleanPath(linux, path);
      expect(cleanPath(linux, once)).toBe(once);
    }
  });
});
