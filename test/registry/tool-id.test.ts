import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IdReason, idProblem, parseToolId, RegistrationError } from '../../src/registry/index.ts';
import { holds } from '../support/holds.ts';
import { thrownBy } from '../support/thrown-by.ts';

const allCodePoints = Array.from({ length: 0x110000 }, (_, point) => point);
/** Written out, so that nothing here comes from the code under test. */
const whiteSpace = new Set([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x200b],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]);

test.each([
  'claude',
  'codex',
  'aider-2',
  'my_tool',
  'cursor',
  'conway',
  'com10',
  'a.b',
  'qwen',
  'x',
  'Ünïcode',
  '道具',
])('the id %s passes', (id) => {
  expect(idProblem(id)).toBeUndefined();
  expect(parseToolId(id)).toBe(id);
});

describe('the first broken rule is the one that is named', () => {
  test.each([
    ['', 'empty'],
    ['cursor\nclaude', 'containsWhitespaceOrNewline'],
    ['cursor ', 'containsWhitespaceOrNewline'],
    ['a\tb', 'containsWhitespaceOrNewline'],
    ['a\u0085b', 'containsWhitespaceOrNewline'],
    ['a\u200bb', 'containsWhitespaceOrNewline'],
    ['. x', 'containsWhitespaceOrNewline'],
    ['\u0000 ', 'containsWhitespaceOrNewline'],
    ['a /b', 'containsWhitespaceOrNewline'],
    ['a/b', 'containsPathSeparator'],
    ['a\\b', 'containsPathSeparator'],
    ['./../evil', 'containsPathSeparator'],
    ['a/\u0000', 'containsPathSeparator'],
    ['a/\u0301b', 'containsPathSeparator'],
    ['.', 'beginsWithDot'],
    ['..', 'beginsWithDot'],
    ['.hidden', 'beginsWithDot'],
    ['.\u0000', 'beginsWithDot'],
    ['.\u0301x', 'beginsWithDot'],
    ['a\u0000b', 'containsControlCharacter'],
    ['\u001b[31mred', 'containsControlCharacter'],
    ['a\u007f', 'containsControlCharacter'],
    ['\ufeffclaude', 'containsControlCharacter'],
    ['soft\u00adhyphen', 'containsControlCharacter'],
    ['👨\u200d👩', 'containsControlCharacter'],
    ['tag\u{e0041}', 'containsControlCharacter'],
    ['half\ud800', 'illFormedUnicode'],
    ['\udc00half', 'illFormedUnicode'],
    ['e\u0301', 'notNormalized'],
    ['\u212b', 'notNormalized'],
    ['CON', 'reservedName'],
    ['nul', 'reservedName'],
    ['Aux.txt', 'reservedName'],
    ['com1', 'reservedName'],
    ['LPT9', 'reservedName'],
    ['com\u00b9', 'reservedName'],
    ['conin$', 'reservedName'],
    ['con.tar.gz', 'reservedName'],
    ['C:x', 'forbiddenCharacter'],
    ['a#b', 'forbiddenCharacter'],
    ['a@b', 'forbiddenCharacter'],
    ['a*', 'forbiddenCharacter'],
    ['-x', 'forbiddenCharacter'],
    ['a.', 'forbiddenCharacter'],
    ['a'.repeat(129), 'tooLong'],
    ['é'.repeat(65), 'tooLong'],
    ['😀'.repeat(33), 'tooLong'],
  ])('B003: %j is refused as %s', (id, reason) => {
    expect(idProblem(id)).toBe(reason);
    const error = thrownBy(() => parseToolId(id));
    expect(error).toBeInstanceOf(RegistrationError);
    expect(error).toMatchObject({ id, reason, code: 'TOOL_ID_REFUSED', exit: 2 });
  });

  test('the order holds for every two rules broken at once', () => {
    const broken = [' ', '/', '.', '\u0000', '\ud800', 'e\u0301', '<'];
    const order = [
      'containsWhitespaceOrNewline',
      'containsPathSeparator',
      'beginsWithDot',
      'containsControlCharacter',
      'illFormedUnicode',
      'notNormalized',
      'forbiddenCharacter',
    ];
    for (const [first, text] of broken.entries()) {
      for (const [second, other] of broken.entries()) {
        if (first === second) continue;
        // A dot counts only where an id begins.
        const id = other === '.' ? `${other}${text}` : `${text}${other}`;
        const earlier = Math.min(first, second);
        const expected = earlier === 2 && !id.startsWith('.') ? Math.max(first, second) : earlier;
        expect([id, idProblem(id)]).toEqual([id, order[expected]]);
      }
    }
  });
});

describe('rules see code points', () => {
  const reasons = allCodePoints.map((point) => idProblem(`a${String.fromCodePoint(point)}b`));
  const refusedAs = (reason: IdReason) => allCodePoints.filter((point) => reasons[point] === reason);

  test('exactly the listed ones are white space', () => {
    expect(new Set(refusedAs('containsWhitespaceOrNewline'))).toEqual(whiteSpace);
  });

  test('exactly the categories Cc and Cf, less white space, are control characters', () => {
    const found = refusedAs('containsControlCharacter');
    const expected = allCodePoints.filter(
      (point) => /[\p{Cc}\p{Cf}]/u.test(String.fromCodePoint(point)) && !whiteSpace.has(point),
    );
    expect(found).toEqual(expected);
  });

  test('exactly the surrogates are ill-formed', () => {
    const found = refusedAs('illFormedUnicode');
    expect([found.length, found[0], found.at(-1)]).toEqual([0x800, 0xd800, 0xdfff]);
  });
});

describe('whatever passes', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom('a', 'Z', '.', '-', '_', '/', '\\', ' ', '\n', 'con', 'nul', ':', 'é', '\ud800'),
    }),
  );

  test('is one line, one path segment, and comes back from a record as it went in', () => {
    holds(
      fc.property(anyText, (id) => {
        fc.pre(idProblem(id) === undefined);
        expect(id.split(/[\r\n\u2028\u2029]/)).toHaveLength(1);
        expect(id.split(/[\\/]/)).toHaveLength(1);
        expect(id.trim()).toBe(id);
        expect(id).not.toMatch(/^\.|^-|\.$/);
        expect(id.normalize('NFC')).toBe(id);
        expect(Buffer.from(id, 'utf8').toString('utf8')).toBe(id);
        expect(Buffer.byteLength(id)).toBeLessThanOrEqual(128);
      }),
      2000,
    );
  });

  test('and no text that has a fault passes', () => {
    const fault = fc.constantFrom(
      ' ',
      '\t',
      '\n',
      '\r',
      '/',
      '\\',
      '\u0000',
      '\u001b',
      '\ufeff',
      '\ud83d',
      ':',
      '*',
      '#',
    );
    holds(
      fc.property(anyText, fault, anyText, (before, text, after) => {
        fc.pre(!/^[\udc00-\udfff]/.test(after));
        expect(idProblem(`${before}${text}${after}`)).toBeDefined();
      }),
      2000,
    );
  });
});
