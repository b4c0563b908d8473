import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { isInside } from '../../src/platform/index.ts';

test.each([
  ['/x/skills', '/x/skills-attacker/a', false],
  ['/x/skills', '/x/skills/../y', false],
  ['/x/skills', '/x/skills', false],
  ['/x/skills', '/x/skills/', false],
  ['/x/skills', '/x/skills/a', true],
  ['/x/skills', '/x/skills/..a', true],
  ['/x/skills', '/x/skills/..', false],
  ['/x/skills', '/x', false],
  ['/x/skills/', '/x/skills//a/./b', true],
  ['/x/skills', '/x/skills/a/../..', false],
  ['/', '/etc', true],
  ['/x/Skills', '/x/skills/a', false],
])('B006 posix: in %s, %s: %s', (parent, child, expected) => {
  expect(isInside(posix, parent, child)).toBe(expected);
});

test.each([
  ['C:\\x\\skills', 'C:\\x\\skills-attacker\\a', false],
  ['C:\\x\\skills', 'C:\\x\\skills\\..\\y', false],
  ['C:\\x\\skills', 'c:\\X\\SKILLS\\a', true],
  ['C:\\x\\skills', 'C:/x/skills/a', true],
  ['C:\\x\\skills', 'D:\\x\\skills\\a', false],
  ['C:\\x', '\\\\server\\share\\x', false],
  ['C:\\x\\skills', 'C:\\x\\skills\\..a', true],
  ['C:\\x\\skills', 'C:\\x\\skills', false],
])('B006 Windows: in %s, %s: %s', (parent, child, expected) => {
  expect(isInside(win32, parent, child)).toBe(expected);
});
