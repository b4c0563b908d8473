import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { below } from '../../src/platform/index.ts';

test.each([
  [posix, '/a/b', ['c']],
  [posix, '/', ['c']],
  [posix, '/a', ['b', 'c', 'd']],
  [posix, '/a', ['', 'b']],
  [posix, '/a', ['b', '']],
  [win32, 'C:\\a', ['b', 'c']],
  [win32, 'C:\\', ['b']],
] as const)('of what is as it should be it makes what join does (%#)', (path, folder, names) => {
  expect(below(path, folder, ...names)).toBe(path.join(folder, ...names));
});
