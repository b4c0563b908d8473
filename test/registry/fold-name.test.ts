import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldName } from '../../src/registry/fold-name.ts';
import { holds } from '../support/holds.ts';

describe('one file on some disk', () => {
  test.each([
    ['Claude', 'claude'],
    ['ÉTÉ', 'e\u0301te\u0301'],
    ['straße', 'STRASSE'],
    ['ΣΑΣ', 'σας'],
    ['ﬁle', 'file'],
    ['ｃｏｄｅｘ', 'codex'],
    ['\u212a', 'k'],
    ['a\u00adb', 'ab'],
    ['x\ufe0f', 'x'],
  ])('%s and %s', (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  test.each([
    ['claude', 'cloude'],
    ['a-b', 'a_b'],
    ['a', 'ä'],
    ['1', '2'],
  ])('but not %s and %s', (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });
});

test('case and Unicode form never matter, and folding once is enough', () => {
  holds(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const folded = foldName(name);
      expect(foldName(folded)).toBe(folded);
      for (const same of [
        name.toLowerCase(),
        name.toUpperCase(),
        name.normalize('NFD'),
        name.normalize('NFKC'),
      ]) {
        expect(foldName(same)).toBe(folded);
      }
    }),
    3000,
  );
});
