import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src/platform/index.ts';

test.each([
  ['linux', { TMPDIR: '/var/tmp' }, '/var/tmp'],
  ['linux', { TMPDIR: 'tmp' }, '/tmp'],
  ['linux', { TMPDIR: '' }, '/tmp'],
  ['linux', { TEMP: '/elsewhere' }, '/tmp'],
] as const)('on %s, with %j, temporary files lie in %s', (platform, env, folder) => {
  expect(temporaryFolder({ platform, env, path: posix })).toBe(folder);
});

test('on Windows (simulated) they lie where TEMP, else TMP says, by an absolute path', () => {
  const on = (env: Record<string, string>) => temporaryFolder({ platform: 'win32', env, path: win32 });
  expect(on({ TEMP: 'C:\\Temp', TMP: 'D:\\Tmp' })).toBe('C:\\Temp');
  expect(on({ TMP: 'D:\\Tmp' })).toBe('D:\\Tmp');
  expect(win32.isAbsolute(on({ TEMP: 'Temp' }))).toBe(true);
});
