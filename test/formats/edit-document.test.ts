import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DocumentObject,
  editDocument,
  type JsonValue,
  parseStrictly,
  setPointer,
} from '../../src/formats/index.ts';
import { holds } from '../support/holds.ts';
import { thrownBy } from '../support/thrown-by.ts';

const edit = (text: string, wanted: DocumentObject, format: 'json' | 'jsonc' | 'toml' = 'json'): string =>
  editDocument(text, format, text.trim() === '' ? {} : parseStrictly(text, format), wanted);

const odd =
  '{\r\n\t"z": 12345678901234567890,\r\n\t"a": 1.0, "e": 1E2,\r\n\t"list": [1.0, "two",3],\r\n\t"n": {}\r\n}\r\n';

describe('what changes is changed, all else keeps its bytes', () => {
  test.each<[string, string, DocumentObject, string]>([
    ['nothing', odd, { ...parseStrictly(odd, 'json') }, odd],
    ['a value', '{"a":1.0,"b":2}', { a: 1, b: 3 }, '{"a":1.0,"b":3}'],
    [
      'keys come in one manner',
      '{\n  "a": 1\n}\n',
      { a: 1, b: 2, c: { d: [] } },
      '{\n  "a": 1,\n  "b": 2,\n  "c": {\n    "d": []\n  }\n}\n',
    ],
    ['keys come on one line', '{"a":1}', { a: 1, b: 2, c: 3 }, '{"a":1,"b":2,"c":3}'],
    [
      'keys go from the middle',
      '{\n "a": 1,\n "b": 2,\n "c": 3,\n "d": 4\n}',
      { a: 1, d: 4 },
      '{\n "a": 1,\n "d": 4\n}',
    ],
    ['keys go from both ends', '{ "a": 1, "b": 1.0, "c": 3 }', { b: 1 }, '{ "b": 1.0 }'],
    ['all keys go', '{ "a": 1, "b": 2 }', {}, '{}'],
    ['all keys make way for another', '{\n  "a": 1\n}', { b: 2 }, '{\n  "b": 2\n}'],
    [
      'the last goes and another comes',
      '{\n  "a": 1.0,\n  "b": 2\n}',
      { a: 1, c: 3 },
      '{\n  "a": 1.0,\n  "c": 3\n}',
    ],
    [
      'an empty object is filled',
      odd,
      { ...parseStrictly(odd, 'json'), n: { x: 1 } },
      odd.replace('{}', '{\r\n\t\t"x": 1\r\n\t}'),
    ],
    [
      'items go and come',
      odd,
      { ...parseStrictly(odd, 'json'), list: [1, 3, 'new'] },
      odd.replace('1.0, "two",3', '1.0, 3, "new"'),
    ],
    ['a list of other items', '{"l":[1,2]}', { l: [3] }, '{"l":[3]}'],
    ['another kind of value', '{"l":[1,{"}":"]"}],"m":null}', { l: 'x', m: {} }, '{"l":"x","m":{}}'],
    ['an empty document', '', { a: { b: 1 } }, '{\n  "a": {\n    "b": 1\n  }\n}\n'],
    ['a mark stays', '\uFEFF{"a":1}', { a: 2 }, '\uFEFF{"a":2}'],
    [
      'quotes and backslashes',
      '{"a\\"b":"\\\\","c":"\\\\\\"}"}',
      { 'a"b': '\\', c: 1 },
      '{"a\\"b":"\\\\","c":1}',
    ],
  ])('%s', (_, text, wanted, result) => {
    expect(edit(text, wanted)).toBe(result);
  });

  test('B045: __proto__ is a key like any other', () => {
    const text = '{"__proto__":{"isAdmin":true},"a":1}';
    const { __proto__: _, ...rest } = {} as { __proto__?: unknown };
    const wanted = JSON.parse('{"__proto__":{"isAdmin":true,"x":2},"a":1}') as DocumentObject;
    expect(edit(text, wanted)).toBe('{"__proto__":{"isAdmin":true,"x": 2},"a":1}'.replace(' ', ''));
    expect(rest).toEqual({});
  });

  test.each([
    [
      'jsonc',
      '{\n  // one\n  "a": 1,\n  "l": [1, /* two */ 2]\n}\n',
      { a: 2, l: [2, 3], n: { x: 1, y: 2 } },
      '{\n  // one\n  "a": 2,\n  "l": [/* two */ 2, 3],\n  "n": {\n    "x": 1,\n    "y": 2\n  }\n}\n',
    ],
    [
      'toml',
      '# one\na = 0x1\nl = [ 1, 2 ] # two\n\n[t]\nx = 2026-01-01\n',
      undefined,
      '# one\na = 0x1\nl = [ 2, 3 ] # two\n\n[t]\nx = 2026-01-01\n\n[u]\n\n[u.v]\nw = 1\n',
    ],
  ] as const)('of %s too, by key', (format, text, wanted, result) => {
    const current = parseStrictly(text, format);
    const edited = editDocument(
      text,
      format,
      current,
      wanted ?? { ...current, l: [2, 3], u: { v: { w: 1 } } },
    );
    expect(edited).toBe(result);
  });
});

test('a value that the format cannot write is refused', () => {
  expect(thrownBy(() => edit('{"a":1}', { a: Number.POSITIVE_INFINITY }))).toMatchObject({
    code: 'EDIT_REFUSED',
  });
  expect(thrownBy(() => edit('a = 1\n', { a: null }, 'toml'))).toMatchObject({ code: 'EDIT_REFUSED' });
});

describe('a document is read strictly', () => {
  test.each([
    ['', 'json', 'it is empty'],
    [' \n', 'toml', 'it is empty'],
    ['\uFEFF', 'jsonc', 'it is empty'],
    ['null', 'json', 'it is not an object'],
    ['[]', 'json', 'it is not an object'],
    ['"x"', 'jsonc', 'it is not an object'],
    ['{"a":1,"a":1}', 'json', 'a key is there twice'],
    ['{"b":[{"\\u0061":1, "a" :2}]}', 'json', 'a key is there twice'],
    ['{"a":1,/* again */"a":1}', 'jsonc', 'a key is there twice'],
  ] as const)('B049: %j as %s: %s', (text, format, problem) => {
    expect(thrownBy(() => parseStrictly(text, format))).toMatchObject({
      code: 'DOCUMENT_DAMAGED',
      data: { problem },
    });
  });

  test.each(['{}\0\0', '{', '{"a":1}}', '{} x'])('%j is damaged', (text) => {
    expect(thrownBy(() => parseStrictly(text, 'json'))).toMatchObject({ code: 'DOCUMENT_DAMAGED' });
  });

  test('a colon in a text is no key', () => {
    expect(parseStrictly('{"a":"\\"b\\":1","c:":["d:"]}', 'json')).toEqual({ a: '"b":1', 'c:': ['d:'] });
  });
});

const key = fc.constantFrom('a', 'b', 'c', '"', '\\', 'ä:', '/', '__proto__', '');
const { value } = fc.letrec<{ value: JsonValue; leaf: JsonValue }>((tie) => ({
  leaf: fc.oneof(fc.constantFrom(null, true, 0, 1.5, '', '}"', '\\', 'x'), fc.integer()),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
  ),
}));
const object = fc
  .array(fc.tuple(key, value), { maxLength: 5 })
  .map((pairs) => Object.fromEntries(pairs) as DocumentObject);
const layout = fc.constantFrom<string | number | undefined>(undefined, 2, 4, '\t');

test('any document becomes any other, and back', () => {
  holds(
    fc.property(object, object, layout, (before, after, unit) => {
      const text = JSON.stringify(before, null, unit);
      const there = editDocument(text, 'json', before, after);
      expect(JSON.parse(there)).toEqual(after);
      expect(JSON.parse(editDocument(there, 'json', after, before))).toEqual(before);
    }),
    2000,
  );
});

test('one new value is written as setPointer writes it', () => {
  holds(
    fc.property(object, key, value, layout, (before, name, other, unit) => {
      const text = JSON.stringify(before, null, unit);
      const wanted = Object.fromEntries([
        ...Object.entries(before).filter(([each]) => each !== name),
        [name, other],
      ]);
      const pointer = `/${name.replace('/', '~1')}`;
      fc.pre(!Object.hasOwn(before, name) || typeof before[name] !== 'object' || before[name] === null);
      expect(editDocument(text, 'json', before, wanted)).toBe(setPointer(text, 'json', pointer, other));
    }),
    1000,
  );
});
