import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  documentText,
  isEqualValue,
  type JsonValue,
  parseDocument,
  parseStrictly,
} from '../../src/formats/index.ts';

describe('parseDocument', () => {
  test.each([
    { case: 'plain JSON', format: 'json', text: '{"a":[1,null,"x"]}', value: { a: [1, null, 'x'] } },
    { case: 'JSON behind a byte order mark', format: 'json', text: '\uFEFF{"a":1}', value: { a: 1 } },
    { case: 'an empty file', format: 'json', text: '', value: {} },
    { case: 'a file of blanks', format: 'json', text: '\uFEFF \r\n', value: {} },
    {
      case: 'JSONC with comments and trailing commas',
      format: 'jsonc',
      text: '// x\n{"a":[1,],/* y */}',
      value: { a: [1] },
    },
    { case: 'JSONC that holds nothing but comments', format: 'jsonc', text: '// later\n', value: {} },
    {
      case: 'the last of two keys, as the tools read it',
      format: 'jsonc',
      text: '{"a":1,"a":2,}',
      value: { a: 2 },
    },
    {
      case: 'TOML with CRLF',
      format: 'toml',
      text: '\uFEFFa = 1\r\n[b]\r\nc = "d"\r\n',
      value: { a: 1, b: { c: 'd' } },
    },
    { case: 'TOML dates as strings', format: 'toml', text: 'd = 1979-05-27', value: { d: '1979-05-27' } },
    {
      case: 'long TOML integers as numbers',
      format: 'toml',
      text: 'n = 9007199254740993',
      value: { n: 9007199254740992 },
    },
    { case: 'an empty TOML file', format: 'toml', text: '', value: {} },
    { case: 'dotenv', format: 'dotenv', text: 'A=1\n', value: { A: '1' } },
  ] as const)('reads $case', ({ format, text, value }) => {
    expect(parseDocument(text, format)).toEqual(value);
  });

  test.each([
    { format: 'json', text: '{"a":1,}', offset: 7 },
    { format: 'json', text: '{"a" 1}', offset: 5 },
    { format: 'json', text: '\uFEFF{"key":"CANARY-1" "x"}', offset: 19 },
    { format: 'json', text: '{"key":"CANARY-1', offset: 7 },
    { format: 'json', text: '// c\n{}', offset: 0 },
    { format: 'jsonc', text: '{"a":CANARY}', offset: 5 },
    { format: 'jsonc', text: '{"a":1', offset: 6 },
    { format: 'toml', text: 'ok = 1\nkey = CANARY-1\n', offset: 13 },
    { format: 'toml', text: '\uFEFFa = 1\na = 2\n', offset: 7 },
  ] as const)('says where $format is damaged and never what it holds: $text', ({ format, text, offset }) => {
    const error = thrownBy(() => parseDocument(text, format, 'auth.json'));
    expect(error).toMatchObject({ code: 'DOCUMENT_DAMAGED', data: { source: 'auth.json', format, offset } });
    expect(JSON.stringify([error, (error as Error).message])).not.toContain('CANARY');
  });

  test.each([
    ['json', '['.repeat(200_000)],
    ['json', `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
    ['jsonc', `/**/${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['toml', `a = ${'['.repeat(200_000)}`],
    ['toml', `a${'.a'.repeat(20_000)} = 1`],
    ['toml', `[${'a.'.repeat(20_000)}a]`],
  ] as const)('what no call can go to the end of is damaged: %s of %.12s', (format, text) => {
    for (const read of [parseDocument, parseStrictly])
      expect(thrownBy(() => read(text, format, 'x'))).toMatchObject({
        code: 'DOCUMENT_DAMAGED',
        data: { source: 'x' },
      });
  });

  test.each(['json', 'jsonc', 'toml'] as const)('%s of 900 levels is read', (format) => {
    const list = `${'['.repeat(900)}${']'.repeat(900)}`;
    expect(() => parseDocument(format === 'toml' ? `a = ${list}` : `{"a":${list}}`, format)).not.toThrow();
  });

  test.each(['json', 'jsonc', 'toml'] as const)(
    'B045: keeps __proto__ and constructor of %s as own data and pollutes nothing',
    (format) => {
      const text =
        format === 'toml'
          ? '["__proto__"]\nisAdmin = true\n'
          : '{"__proto__":{"isAdmin":true},"constructor":1}';
      const value = parseDocument(format === 'jsonc' ? `//\n${text}` : text, format) as Record<
        string,
        unknown
      >;
      expect(Object.hasOwn(value, '__proto__')).toBe(true);
      expect(value.isAdmin).toBeUndefined();
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    },
  );

  test('reads every JSON the way JSON.parse does, also by way of JSONC', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const text = JSON.stringify(json);
        expect(isEqualValue(parseDocument(text, 'json'), JSON.parse(text) as JsonValue)).toBe(true);
        expect(isEqualValue(parseDocument(`/**/${text}//`, 'jsonc'), JSON.parse(text) as JsonValue)).toBe(
          true,
        );
      }),
    );
  });

  test('loads no parser for plain JSON', () => {
    const source = readFileSync(new URL('../../src/formats/lazy-libraries.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/^import .*(jsonc-parser|smol-toml)/m);
  });
});

describe('documentText', () => {
  test('keeps a byte order mark, so that the bytes come back', () => {
    const bytes = Buffer.from('\uFEFF{"ä":1}\r\n');
    expect(Buffer.from(documentText(bytes)).equals(bytes)).toBe(true);
  });

  test('refuses bytes that are not UTF-8 instead of replacing them', () => {
    expect(() => documentText(Buffer.from([0x7b, 0xff, 0x7d]), 'x.json')).toThrow(
      'x.json is damaged as text',
    );
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
