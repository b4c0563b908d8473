import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleJson, visibleText } from '../../src/errors/index.ts';

test.each([
  ['an escape sequence', '\x1b]52;c;YQ==\x07', '\\x1b]52;c;YQ==\\x07'],
  ['a C1 control', '\x9b2J', '\\x9b2J'],
  ['a line end', 'a\nb', 'a\\nb'],
  ['a bare carriage return', 'a\rb', 'a\\rb'],
  ['a right-to-left override', 'a\u202eb', 'a\\u202eb'],
  ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
  ['a letter that has no shape', 'a\u3164b\u034fc', 'a\\u3164b\\u034fc'],
  ['a line separator', 'a\u2028b', 'a\\u2028b'],
  ['half a surrogate pair', 'a\ud800b', 'a\\ud800b'],
  ['a tag character', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['plain words in any script', 'Größe 日本 é', 'Größe 日本 é'],
])('B131: %s is shown, not acted on', (_case, data, shown) => {
  expect(visibleText(data)).toBe(shown);
});

test('B131: whatever the data, one line comes out and nothing a terminal acts on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (data) => {
      expect(visibleText(data)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
  );
});

test('B131: JSON escapes the same and says the same', () => {
  const value = { title: '\x1b[2J\x9b\u202e\u{e0041}\n"ok"' };
  const text = visibleJson(value);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(text)).toEqual(value);
});
