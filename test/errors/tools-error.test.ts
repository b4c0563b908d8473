import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isErrorCode } from '../../src/errors/index.ts';

test.each([
  ['PLUGIN_ABSENT', true],
  ['X', false],
  ['', false],
  ['constructor', false],
  ['__proto__', false],
])('%s is the code of an error: %s', (code, is) => {
  expect(isErrorCode(code)).toBe(is);
});

test('the words of errors are asked for by the class of errors alone: a start without an error loads none', () => {
  const root = new URL('../../src', import.meta.url).pathname;
  const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('errors/'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('errorTable'));
  expect(users).toEqual([]);
});
