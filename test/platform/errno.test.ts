import { expect, test } from 'vitest';
import { errnoOf } from '../../src/platform/index.ts';

test.each([
  [{ code: 'ENOENT' }, 'ENOENT'],
  [{ code: 'E2BIG' }, 'E2BIG'],
  [{ code: 'UNKNOWN' }, 'UNKNOWN'],
  [{ code: 'ERR_INVALID_ARG_TYPE' }, undefined],
  [{ code: 'LOCK_LOST' }, undefined],
  [{ code: 5 }, undefined],
  [new Error('x'), undefined],
  [undefined, undefined],
  [null, undefined],
  ['ENOENT', undefined],
])('%j is %s', (error, expected) => {
  expect(errnoOf(error)).toBe(expected);
});
