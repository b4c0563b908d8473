import { expect, test } from 'vitest';
import { expandHome } from '../../src/platform/index.ts';
import { testHost } from '../support/temp-home.ts';

test.each([
  ['~', '/home/u'],
  ['~/', '/home/u'],
  ['~/x/', '/home/u/x/'],
  ['~/.claude-work', '/home/u/.claude-work'],
  ['~/a/../b', '/home/u/b'],
  ['~other/x', '~other/x'],
  ['~\\x', '~\\x'],
  ['$HOME/x', '$HOME/x'],
  ['./rel', './rel'],
  ['/abs/~/x', '/abs/~/x'],
  ['', ''],
])('B056 %s becomes %s', (text, expected) => {
  expect(expandHome(testHost({ homeDir: '/home/u' }), text)).toBe(expected);
});

test.each([
  ['~\\x', 'C:\\Users\\u\\x'],
  ['~/x', 'C:\\Users\\u\\x'],
  ['%USERPROFILE%\\x', '%USERPROFILE%\\x'],
])('B056 Windows: %s becomes %s', (text, expected) => {
  expect(expandHome(testHost({ homeDir: 'C:\\Users\\u', platform: 'win32' }), text)).toBe(expected);
});

test.each(['', 'rel'])(
  'B056 with an unusable home (%j) nothing is expanded into the current directory',
  (homeDir) => {
    const host = testHost({ homeDir });
    expect(() => expandHome(host, '~/x')).toThrow(
      expect.objectContaining({ code: 'HOME_UNUSABLE', data: { variable: 'HOME', value: homeDir } }),
    );
    expect(expandHome(host, '/abs')).toBe('/abs');
  },
);
