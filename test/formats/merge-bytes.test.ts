import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDocument, isEqualValue, parseStrictly } from '../../src/formats/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { holds } from '../support/holds.ts';

type Format = 'json' | 'jsonc' | 'toml';

/** A key's line as people and tools write it, comments and all; each stands for itself. */
const spellings: Readonly<Record<Format, readonly string[]>> = {
  json: [
    '1e400',
    '-1e400',
    '12345678901234567890',
    '1.0',
    '1e2',
    '0.1e-7',
    '"\\u00e9\\/"',
    '{ "x" :[1 ,2.50] }',
    '[ ]',
    'null',
    '{"__proto__": {"a": 1.0}}',
  ],
  jsonc: [
    '1e400',
    '12345678901234567890',
    '1.0',
    '/* why */ 2.50',
    '[1, /* two */ 2,]',
    '{ "x": 1, }',
    '"// no comment"',
  ],
  toml: [
    '12345678901234567890',
    '9007199254740993',
    '1.0',
    '1e400',
    '1_000',
    '0xFF',
    '1979-05-27',
    '1979-05-27T07:32:00Z',
    "'''\nlong'''",
    '[ 1, # one\n  2,\n]',
    '{ x = 1.0, when = 07:32:00 }',
  ],
};

const keys = ['a', 'b c', '__proto__', 'é', 'constructor', 'd'];

const document = (format: Format) =>
  fc
    .record({
      lines: fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...spellings[format])), {
        selector: ([key]) => key,
        minLength: 1,
      }),
      eol: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\uFEFF'),
      comment: fc.boolean(),
    })
    .map(({ lines, eol, mark, comment }) => {
      const note = format === 'toml' ? '# kept' : '// kept';
      const key = (name: string): string => JSON.stringify(name);
      const shown = lines.map(
        ([name, value]) => `${format === 'toml' ? `${key(name)} = ` : `  ${key(name)} : `}${value}`,
      );
      const noted = comment && format !== 'json' ? shown.map((line) => `${note}${eol}${line}`) : shown;
      const body = format === 'toml' ? noted.join(eol) : `{${eol}${noted.join(`,${eol}`)}${eol}}`;
      const text = mark + body.replaceAll(/\r?\n/g, eol) + eol;
      return {
        text,
        names: lines.map(([name]) => name),
        lines: shown.map((line) => line.replaceAll(/\r?\n/g, eol)),
      };
    });

describe.each<Format>(['json', 'jsonc', 'toml'])('an edit of %s', (format) => {
  const made = document(format);
  const wish = fc.record({
    nth: fc.nat(),
    value: fc.constantFrom('new', 7, true, ['x'], undefined),
    isNew: fc.boolean(),
  });

  test('changes the bytes of the key that it is about, and no others', () => {
    holds(
      fc.property(made, wish, ({ text, names, lines }, { nth, value, isNew }) => {
        const current = parseStrictly(text, format);
        const key = isNew ? 'fresh' : (names[nth % names.length] as string);
        const entries = Object.entries(current).filter(([name]) => name !== key);
        const wanted = Object.fromEntries(value === undefined ? entries : [...entries, [key, value]]);
        const edited = editDocument(text, format, current, wanted);
        const isEmpty = edited.replace('\uFEFF', '') === '';
        expect(isEqualValue(isEmpty ? {} : parseStrictly(edited, format), wanted)).toBe(true);
        for (const [at, line] of lines.entries()) if (names[at] !== key) expect(edited).toContain(line);
        expect(edited.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
        if (text.includes('\r\n')) expect(edited).not.toMatch(/[^\r]\n/);
      }),
      300,
    );
  });

  test('that changes nothing changes no byte', () => {
    holds(
      fc.property(made, ({ text }) => {
        const [current, same] = [parseStrictly(text, format), parseStrictly(text, format)];
        expect(editDocument(text, format, current, same)).toBe(text);
      }),
      100,
    );
  });
});

test.each<[Format, string]>([
  ['json', '{"a": 1, "a": 2}'],
  ['json', '{"x": [{"a": 1, "\\u0061": 1}]}'],
  ['json', '{"__proto__": 1, "__proto__": 2}'],
  ['jsonc', '{"a": 1, /* again */ "a": 1}'],
  ['toml', 'a = 1\na = 2'],
  ['toml', '[a]\nb = 1\n[a]\nc = 1'],
])('%s that says a key twice is not read: %s', (format, text) => {
  expect(() => parseStrictly(text, format)).toThrow(expect.objectContaining({ code: 'DOCUMENT_DAMAGED' }));
});

test('no built-in tool has a YAML file to be merged: there is nobody here who could', () => {
  const merged = builtInTools.flatMap(({ id, directories = [] }) =>
    directories
      .filter(({ kind, class: is }) => kind === 'file' && (is === 'mixed' || is === 'shared'))
      .map(({ path, format }) => `${id} ${path} ${format}`),
  );
  expect(merged.length).toBeGreaterThan(10);
  expect(merged.filter((each) => each.endsWith(' yaml'))).toEqual([]);
});
