import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortByCodePoint } from '../../src/registry/code-point-order.ts';
import { holds } from '../support/holds.ts';

test('a character beyond U+FFFF comes after every other, although its units come before some', () => {
  expect(sortByCodePoint(['\u{1f600}', '\uff5e', 'b', '', 'a', 'ab'])).toEqual([
    '',
    'a',
    'ab',
    'b',
    '\uff5e',
    '\u{1f600}',
  ]);
});

test('the order is that of the UTF-8 bytes', () => {
  const text = fc.string({ unit: 'grapheme' });
  holds(
    fc.property(fc.array(text), (strings) => {
      const byBytes = strings.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(sortByCodePoint(strings)).toEqual(byBytes);
    }),
  );
});
