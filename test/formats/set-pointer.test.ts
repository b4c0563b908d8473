import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EditableFormat,
  isEqualValue,
  type JsonValue,
  parseDocument,
  readPointer,
  setPointer,
} from '../../src/formats/index.ts';

interface Row {
  readonly case: string;
  readonly format: EditableFormat;
  readonly text: string;
  readonly pointer: string;
  readonly value?: JsonValue;
  readonly result: string;
}

const spread =
  '{\n    "a": 1.0, // one\n    "n": {"x":12345678901234567890},\n    "c": [\n        1\n    ] // see\n}\n';

const rows: readonly Row[] = [
  {
    case: 'a value is replaced, its comment stays',
    format: 'jsonc',
    text: spread,
    pointer: '/a',
    value: 'z',
    result: spread.replace('1.0', '"z"'),
  },
  {
    case: 'a key is added behind the last comment',
    format: 'jsonc',
    text: spread,
    pointer: '/d',
    value: { x: true },
    result: spread.replace('] // see\n', '], // see\n    "d": {\n        "x": true\n    }\n'),
  },
  {
    case: 'a key joins an object on one line',
    format: 'jsonc',
    text: spread,
    pointer: '/n/y',
    value: 2,
    result: spread.replace('890}', '890,"y": 2}'),
  },
  {
    case: 'an item is appended',
    format: 'jsonc',
    text: spread,
    pointer: '/c/1',
    value: 2,
    result: spread.replace('        1\n', '        1,\n        2\n'),
  },
  {
    case: 'null is a value',
    format: 'json',
    text: '{"a":1}',
    pointer: '/a',
    value: null,
    result: '{"a":null}',
  },
  {
    case: 'a key goes, its comment stays',
    format: 'jsonc',
    text: spread,
    pointer: '/a',
    result: spread.replace('"a": 1.0, // one', '// one'),
  },
  {
    case: 'the only key goes',
    format: 'jsonc',
    text: spread,
    pointer: '/n/x',
    result: spread.replace('"x":12345678901234567890', ''),
  },
  {
    case: 'the last key goes with the comma before it',
    format: 'json',
    text: '{\n  "a": 1,\n  "b": 2\n}\n',
    pointer: '/b',
    result: '{\n  "a": 1\n}\n',
  },
  {
    case: 'a trailing comma stays a trailing comma',
    format: 'jsonc',
    text: '{\r\n\t"a": 1,\r\n}\r\n',
    pointer: '/b',
    value: 2,
    result: '{\r\n\t"a": 1,\r\n\t"b": 2,\r\n}\r\n',
  },
  {
    case: 'the only key with a trailing comma goes',
    format: 'jsonc',
    text: '{\n  "a": 1,\n}\n',
    pointer: '/a',
    result: '{\n}\n',
  },
  {
    case: 'a document on one line stays on one',
    format: 'json',
    text: '{"a":1}',
    pointer: '/b',
    value: { c: [1, 2] },
    result: '{"a":1,"b":{"c":[1,2]}}',
  },
  {
    case: 'an empty file becomes a document',
    format: 'json',
    text: '',
    pointer: '/a/b',
    value: 1,
    result: '{\n  "a": {\n    "b": 1\n  }\n}\n',
  },
  {
    case: 'an empty object is filled',
    format: 'json',
    text: '{}\n',
    pointer: '/a',
    value: 1,
    result: '{\n  "a": 1\n}\n',
  },
  {
    case: 'a file of comments keeps them',
    format: 'jsonc',
    text: '// mine',
    pointer: '/a',
    value: 1,
    result: '// mine\n{\n  "a": 1\n}\n',
  },
  {
    case: 'of two equal keys the one that counts is changed',
    format: 'json',
    text: '{"a":1,"a":2}',
    pointer: '/a',
    value: 3,
    result: '{"a":1,"a":3}',
  },
  {
    case: 'both of two equal keys go',
    format: 'json',
    text: '{"a":1,"b":2,"a":3}',
    pointer: '/a',
    result: '{"b":2}',
  },
  {
    case: 'a null makes room',
    format: 'json',
    text: '{"a":null}',
    pointer: '/a/b',
    value: 1,
    result: '{"a":{"b":1}}',
  },
  {
    case: 'a byte order mark stays',
    format: 'json',
    text: '\uFEFF{"a":1}',
    pointer: '/a',
    value: 2,
    result: '\uFEFF{"a":2}',
  },
  {
    case: 'an object is changed key by key',
    format: 'json',
    text: '{"a":{"x":1.0,"y":2,"z":3}}',
    pointer: '/a',
    value: { x: 1, z: 4 },
    result: '{"a":{"x":1.0,"z":4}}',
  },
  {
    case: 'B045: __proto__ is a key',
    format: 'json',
    text: '{"a":1}',
    pointer: '/__proto__',
    value: { isAdmin: true },
    result: '{"a":1,"__proto__":{"isAdmin":true}}',
  },
  {
    case: 'a slash in a key',
    format: 'json',
    text: '{"/x":{"t":false}}',
    pointer: '/~1x/t',
    value: true,
    result: '{"/x":{"t":true}}',
  },

  {
    case: 'a value keeps its comment',
    format: 'toml',
    text: 'a = "x" # why\nb = 0x10\n',
    pointer: '/a',
    value: 'y',
    result: 'a = "y" # why\nb = 0x10\n',
  },
  {
    case: 'a root key goes above the first table',
    format: 'toml',
    text: '# top\na = 1\n\n[t] # t\nb = 2\n',
    pointer: '/c',
    value: 'd',
    result: '# top\na = 1\nc = "d"\n\n[t] # t\nb = 2\n',
  },
  {
    case: 'a first root key goes to the top',
    format: 'toml',
    text: '# t\n[t]\n',
    pointer: '/c',
    value: 1,
    result: 'c = 1\n\n# t\n[t]\n',
  },
  {
    case: 'a key joins its table',
    format: 'toml',
    text: '[t]\r\n  a = 1\r\n\r\n[u]\r\n',
    pointer: '/t/b',
    value: false,
    result: '[t]\r\n  a = 1\r\n  b = false\r\n\r\n[u]\r\n',
  },
  {
    case: 'a new table is appended',
    format: 'toml',
    text: 'a = 1',
    pointer: '/t/b',
    value: true,
    result: 'a = 1\n\n[t]\nb = true\n',
  },
  {
    case: 'a new table brings its tables',
    format: 'toml',
    text: '[m.x]\na = 1\n',
    pointer: '/m/new one',
    value: { c: 'npx', e: { K: 'v' } },
    result: '[m.x]\na = 1\n\n[m."new one"]\nc = "npx"\n\n[m."new one".e]\nK = "v"\n',
  },
  {
    case: 'a dotted table stays dotted',
    format: 'toml',
    text: 'f.a = 1\n[x]\n',
    pointer: '/f/b',
    value: 2,
    result: 'f.a = 1\nf.b = 2\n[x]\n',
  },
  {
    case: 'a key joins an inline table',
    format: 'toml',
    text: 'f = { a = 1 } # f\n',
    pointer: '/f/b',
    value: 2,
    result: 'f = { a = 1, b = 2 } # f\n',
  },
  {
    case: 'a key leaves an inline table',
    format: 'toml',
    text: 'f = { a = 1, b = 2 }\n',
    pointer: '/f/a',
    result: 'f = { b = 2 }\n',
  },
  {
    case: 'an item among comments is replaced',
    format: 'toml',
    text: 'l = [ "a", # one\n  "b", ] # l\n',
    pointer: '/l/1',
    value: 'c',
    result: 'l = [ "a", # one\n  "c", ] # l\n',
  },
  {
    case: 'a table goes, comments stay',
    format: 'toml',
    text: '# t\n[t]\na = 1\n# u\n[u]\n',
    pointer: '/t',
    result: '# t\n# u\n[u]\n',
  },
  {
    case: 'a key goes with its line',
    format: 'toml',
    text: 'a = """\n[b]\n""" # x\nc = 1\n',
    pointer: '/a',
    result: 'c = 1\n',
  },
  {
    case: 'an item of an array of tables is changed',
    format: 'toml',
    text: '[[a]]\nx = 1\n[[a]]\nx = 2\n',
    pointer: '/a/1/x',
    value: 3,
    result: '[[a]]\nx = 1\n[[a]]\nx = 3\n',
  },
  {
    case: 'an item of an array of tables is appended',
    format: 'toml',
    text: '[[a]]\nx = 1\n',
    pointer: '/a/1',
    value: { x: 2 },
    result: '[[a]]\nx = 1\n\n[[a]]\nx = 2\n',
  },
  {
    case: 'a table below an item of an array of tables',
    format: 'toml',
    text: '[[a]]\nx = 1\n',
    pointer: '/a/0/s/y',
    value: 2,
    result: '[[a]]\nx = 1\n\n[a.s]\ny = 2\n',
  },
  {
    case: 'quoted keys and strings that look like headers',
    format: 'toml',
    text: "\"a.b\" = '''\n[x]\n''''\n\"x\" = 1\n",
    pointer: '/x',
    value: 2,
    result: "\"a.b\" = '''\n[x]\n''''\n\"x\" = 2\n",
  },
  { case: 'an empty file', format: 'toml', text: '', pointer: '/a', value: 'b', result: 'a = "b"\n' },
  {
    case: 'long integers and dates beside it',
    format: 'toml',
    text: 'n = 9223372036854775807\nd = 1979-05-27T07:32:00Z\nx = 1\n',
    pointer: '/x',
    value: 1.5,
    result: 'n = 9223372036854775807\nd = 1979-05-27T07:32:00Z\nx = 1.5\n',
  },
];

describe('setPointer', () => {
  test.each(rows)('$format: $case', ({ format, text, pointer, value, result }) => {
    expect(setPointer(text, format, pointer, value)).toBe(result);
  });

  test.each(rows)('a second time changes nothing ($format: $case)', ({ format, pointer, value, result }) => {
    expect(setPointer(result, format, pointer, value)).toBe(result);
  });

  test.each([
    { case: 'a key below a string', format: 'json', text: '{"a":"s"}', pointer: '/a/b', value: 1 },
    { case: 'an index past the end', format: 'json', text: '{"a":[1]}', pointer: '/a/5', value: 1 },
    {
      case: 'a number JSON cannot say',
      format: 'json',
      text: '{"a":1}',
      pointer: '/a',
      value: Number.POSITIVE_INFINITY,
    },
    { case: 'a null in TOML', format: 'toml', text: 'a = 1', pointer: '/a', value: null },
    { case: 'a key below a TOML string', format: 'toml', text: 'a = "s"', pointer: '/a/b', value: 1 },
  ] as const)('refuses $case', ({ format, text, pointer, value }) => {
    expect(() => setPointer(text, format, pointer, value, 'settings')).toThrow(
      expect.objectContaining({ code: 'EDIT_REFUSED', exit: 7 }),
    );
  });

  test.each([
    ['json', '{"a":1'],
    ['toml', 'a = '],
  ] as const)('leaves damaged %s alone', (format, text) => {
    expect(() => setPointer(text, format, '/b', 1)).toThrow(
      expect.objectContaining({ code: 'DOCUMENT_DAMAGED' }),
    );
  });

  test('B040: a change beside it leaves number text, order and unknown keys alone; none leaves the text alone', () => {
    const text = '{"z":12345678901234567890,"unknown":{"k":1e400},"a":1.0}';
    expect(setPointer(text, 'json', '/a', 1)).toBe(text);
    expect(setPointer(text, 'json', '/new', true)).toBe(`${text.slice(0, -1)},"new":true}`);
  });
});

const key = fc.constantFrom('a', 'b', 'c d', 'e.f', '__proto__', '"', '/');
const scalar = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.string({ maxLength: 8 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).tree;
const object = fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true });
const pointer = fc
  .array(key, { minLength: 1, maxLength: 3 })
  .map((keys) => keys.map((each) => `/${each.replaceAll('/', '~1')}`).join(''));

describe('for any document and any place', () => {
  test.each(['json', 'jsonc'] as const)('%s holds the new value and every byte of the rest', (format) => {
    const comment = format === 'jsonc' ? ' /* { , " */ // }' : '';
    const indent = fc.constantFrom('', '  ', '\t');
    fc.assert(
      fc.property(
        object,
        pointer,
        fc.option(value, { nil: undefined }),
        indent,
        fc.constantFrom('\n', '\r\n'),
        (json, place, wanted, unit, eol) => {
          const text = JSON.stringify(json, null, unit).replaceAll('\n', comment + eol);
          expectFaithfulEdit(text, format, place, wanted);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('toml holds the new value and every byte of the rest', () => {
    fc.assert(
      fc.property(tomlText, pointer, fc.option(value, { nil: undefined }), (text, place, wanted) => {
        expectFaithfulEdit(text, 'toml', place, wanted);
      }),
      { numRuns: 1000 },
    );
  });
});

const tomlKey = fc.constantFrom('a', 'b', '"c d"', "'e.f'", '"__proto__"', '"\\u0022"', '"/"');
const tomlValue = fc.constantFrom(
  '1',
  '0x1F',
  '"s # [x]"',
  "'l'",
  '"""\n[a]\n"""',
  '[ 1, # c\n 2 ]',
  '{ x = 1, y.z = 2 }',
  '1979-05-27',
  'true',
  '[]',
  '{}',
  '1e3',
);
const tomlPair = fc
  .tuple(tomlKey, fc.option(tomlKey, { nil: '' }), tomlValue)
  .map(([k, deeper, v]) => `${k}${deeper && ' . '}${deeper} = ${v} # kept`);
const tomlSection = fc
  .tuple(
    fc.constantFrom('[', '[['),
    tomlKey,
    fc.option(tomlKey, { nil: '' }),
    fc.array(tomlPair, { maxLength: 2 }),
  )
  .map(([open, k, deeper, pairs]) =>
    [`# above`, `${open}${k}${deeper && '.'}${deeper}${open === '[' ? ']' : ']]'} # kept`, ...pairs, ''].join(
      '\n',
    ),
  );
/** Whatever of it is valid. */
const tomlText = fc
  .tuple(
    fc.array(tomlPair, { maxLength: 2 }),
    fc.array(tomlSection, { maxLength: 4 }),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([pairs, sections, eol]) => [...pairs, ...sections].join('\n').replaceAll('\n', eol))
  .filter((text) => {
    try {
      parseDocument(text, 'toml');
      return true;
    } catch {
      return false;
    }
  });

function expectFaithfulEdit(
  text: string,
  format: EditableFormat,
  place: string,
  wanted: JsonValue | undefined,
): void {
  const before = readPointer(parseDocument(text, format), place);
  let after: string;
  try {
    after = setPointer(text, format, place, wanted);
  } catch (error) {
    expect(error).toMatchObject({ code: 'EDIT_REFUSED' });
    return;
  }
  const got = readPointer(parseDocument(after, format), place);
  expect(isEqualValue(got, wanted)).toBe(true);
  if (isEqualValue(before, wanted)) expect(after).toBe(text);
  else if (before === undefined) expect(isWithin(text, after)).toBe(true);
  else if (wanted === undefined) expect(isWithin(after, text)).toBe(true);
}

/** All characters of the one lie in the other, in their order: nothing but additions. */
function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (const character of long) if (short.startsWith(character, at)) at += character.length;
  return at === short.length;
}

test.each([
  ['json', '{"l":[1,1]}', '/l/-', 1, '{"l":[1,1,1]}'],
  ['json', '{"l":[1,2,3]}', '/l/0', undefined, '{"l":[2,3]}'],
  ['toml', 'l = [1, 2, 3]\n', '/l/0', undefined, 'l = [2, 3]\n'],
] as const)('one item of a list (%s: %s at %s) is one', (format, text, pointer, value, result) => {
  expect(setPointer(text, format, pointer, value)).toBe(result);
});
