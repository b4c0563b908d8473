import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLabel, labelProblem } from '../../../src/accounts/store/label.ts';

describe('labelProblem', () => {
  test.each([
    ['CON', 'device'],
    ['nul', 'device'],
    ['Aux.txt', 'device'],
    ['com1', 'device'],
    ['LPT9', 'device'],
    ['ＣＯＮ', 'device'],
    ['a.', 'end'],
    ['a ', 'character'],
    [' a', 'character'],
    ['.', 'start'],
    ['..', 'start'],
    ['', 'empty'],
    ['a/b', 'character'],
    ['a\\b', 'character'],
    ['C:x', 'character'],
    ['-x', 'start'],
    ['.lock', 'start'],
    ['a'.repeat(256), 'tooLong'],
    ['a'.repeat(65), 'tooLong'],
    ['𠀀'.repeat(64), 'tooLong'],
    ['a#b', 'character'],
    ['a\u0000b', 'character'],
    ['a\nb', 'character'],
    ['a\u001b[31m', 'character'],
    ['a\u202eb', 'character'],
    ['a\u200bb', 'character'],
    ['a\ufe0f', 'character'],
    ['\u3164', 'character'],
    ['½', 'character'],
    ['\ud800', 'character'],
    ['e\u0301', 'notNormalized'],
    ['\u0301e', 'start'],
    ['system', 'reserved'],
    ['System', 'reserved'],
    ['DEFAULT', 'reserved'],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['conway', undefined],
    ['com10', undefined],
    ['a.b', undefined],
    ['me@example.com', undefined],
    ['work+1_x-y', undefined],
    ['работа', undefined],
    ['仕事'.repeat(32), undefined],
    ['हिन्दी', undefined],
    ['a'.repeat(64), undefined],
    ['shared', undefined],
    ['accounts', undefined],
    ['tmp', undefined],
  ])('B003, B005: %j is refused as %s (undefined: it is a label)', (label, problem) => {
    expect(labelProblem(label)).toBe(problem);
  });

  test('a label and its folded form are plain file names everywhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3 }), (text) => {
        if (labelProblem(text) !== undefined) return;
        const folded = foldLabel(text);
        expect(folded).not.toMatch(/[/\\:*?"<>|#\s\p{C}]|^\.|\.$/u);
        expect(Buffer.byteLength(folded)).toBeLessThanOrEqual(200);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('foldLabel', () => {
  test.each([
    ['Work', 'work'],
    ['WORK', 'work'],
    ['ﬁx', 'FIX'],
    ['ẞ', 'ss'],
    ['straße', 'STRASSE'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['Ｗork', 'work'],
    ['É', 'é'],
    ['ⅷ', 'VIII'],
  ])('B001: %j and %j are one label', (one, other) => {
    expect(foldLabel(one)).toBe(foldLabel(other));
  });

  test.each([
    ['work', 'work2'],
    ['e', 'é'],
    ['a.b', 'a-b'],
  ])('%j and %j are two', (one, other) => {
    expect(foldLabel(one)).not.toBe(foldLabel(other));
  });

  test('folding what is folded changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4 }), (text) => {
        expect(foldLabel(foldLabel(text))).toBe(foldLabel(text));
      }),
      { numRuns: 20_000 },
    );
  });
});
