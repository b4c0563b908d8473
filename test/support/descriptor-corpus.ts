import * as fc from 'fast-check';
import type { Shape } from '../../src/registry/shape.ts';
import { copyAs } from '../../src/registry/shape-copy.ts';

/** Strings near every bound and pattern that descriptors have. */
export const words: readonly string[] = [
  ...[
    '',
    ' ',
    'a',
    'codex',
    'x-y_z.1',
    '.codex',
    '.config/opencode',
    'a/b/c',
    'a*b',
    '*',
    '*/a',
    'a**b',
    'a*/b*',
    'CON',
    'com1',
    'com10',
  ],
  ...[
    '../x',
    '..',
    '.',
    '/',
    '/etc',
    '//x',
    'a/../../b',
    'a/./b',
    'a//b',
    'a/',
    'C:\\x',
    'C:/x',
    'c:x',
    '\\\\s\\x',
    'a\\b',
    'a:b',
    'a ',
    ' a',
    'a.',
    'a./b',
    'a?b',
  ],
  ...[
    'CODEX_HOME',
    'A',
    '_x9',
    '9X',
    'A;touch x',
    'PATH',
    'path',
    'Path',
    'PATHS',
    'LD_PRELOAD',
    'ld_x',
    'LD',
    'DYLD_X',
    'NODE_OPTIONS',
    'NODE_OPTIONS_X',
    'HOME',
    'AI_TOOLS_HOME',
    '__proto__',
    'constructor',
    'A=B',
    'É',
  ],
  ...[
    '{home}',
    '{home}/x',
    '{home}/',
    '{home}x',
    '{home}/../x',
    '{shared}/a',
    '{userHome}/.x/y',
    '{userHome}',
    '{xdgConfig}/a',
    '{ancestors}/.env',
    '{cwd}',
    '{tmp}/x-*',
    '{nope}/x',
    '$HOME/x',
    '~/x',
  ],
  ...['/a/*/b', '/a~0b/~1', '/a~2', '/a~', '/a/b', '/'],
  ...['1.2.3', '1', '1.2.3-rc.1', 'v1', '1.2.3.4.5', '2026-11-30', '2026-13-01', '2026-1-1', '20261130'],
  ...[
    'https://example.com/x',
    'http://example.com',
    'https://',
    'https://a b',
    '@scope/name',
    '@scope',
    'name',
    'Name',
    '../name',
  ],
  ...[
    '\u001b[31m',
    '\u001b[1;38;5;2m\u001b[4m',
    '\u001b[2J',
    '\u001b]0;x\u0007',
    'red',
    '[x]\u001b[0m',
    '\u001b[31m[codex]\u001b[0m',
    '[x]',
  ],
  ...[
    'a\nb',
    'a\tb',
    'a\u0000b',
    'a\u0085b',
    'a\u200bb',
    'a\ufeffb',
    'a\ud800b',
    '\udc00',
    'e\u0301',
    '道具',
    '😀',
  ],
  ...[16, 63, 64, 65, 128, 129, 214, 215, 256, 257, 512, 513].map((length) => 'x'.repeat(length)),
  ...[64, 65, 128, 129, 512, 513].map((length) => '😀'.repeat(length)),
  ...[510, 511, 512].map((length) => `{home}/${'x'.repeat(length - 7)}`),
  'x'.repeat(4096),
  'x'.repeat(4097),
];

/** What the manifests of plugins have besides, and descriptors nowhere. */
const manifestWords: readonly string[] = [
  './a.json',
  './a/b-c.json',
  './dist/plugin.mjs',
  './a.js',
  './bin/x',
  '>=1.2 <2',
  '*',
  '1.2.3+b.1',
  '1.0',
  '12.3',
  'a.b-c_9',
  '^[a-z]+$',
  'https://json-schema.org/draft/2020-12/schema',
];

/** What is wrong wherever a descriptor has something else. */
export const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  255,
  256,
  1.5,
  1e300,
  {},
  [],
  [[]],
  { a: 1 },
  { __proto__x: 1 },
  JSON.parse('{"__proto__": "x"}'),
  [null],
  ['a', 'a'],
  '',
  '\u0000',
];

/** Values of a shape, with here and there one that may not be. `slips`: how often, in 1,000. */
export function nearly(shape: Shape, slips: number): fc.Arbitrary<unknown> {
  const right = of(shape, slips);
  return slips === 0
    ? right
    : fc.oneof({ weight: 1000 - slips, arbitrary: right }, { weight: slips, arbitrary: wrong() });
}

function wrong(): fc.Arbitrary<unknown> {
  return fc.oneof(fc.constantFrom(...words), fc.constantFrom(...junk), fc.jsonValue({ maxDepth: 2 }));
}

function of(shape: Shape, slips: number): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'string':
      return fc.constantFrom(...wordsOf(shape));
    case 'integer':
      return fc.integer({ min: shape.min, max: shape.max });
    case 'number':
      return fc.double({ min: shape.min, max: shape.max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'literal':
      return fc.constantFrom(...shape.values);
    case 'nullable':
      return fc.oneof(fc.constant(null), nearly(shape.inner, slips));
    case 'either':
      return fc.oneof(nearly(shape.text, slips), nearly(shape.other, slips));
    case 'list':
      return listOf(shape.min, shape.max, nearly(shape.item, slips));
    case 'record':
      return fc.dictionary(
        fc.constantFrom(...wordsOf(shape.key), ...(slips > 0 ? ['PATH', 'a b'] : [])),
        nearly(shape.value, slips),
        { maxKeys: 3 },
      );
    case 'object':
      return objectOf(shape, slips);
    case 'json':
      return fc.oneof(
        fc.jsonValue({ maxDepth: 4 }),
        fc.integer({ min: 0, max: slips > 0 ? 10 : 8 }).map(nested),
      );
  }
}

function listOf(min: number, max: number, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const few = fc.array(item, { minLength: min, maxLength: min + 2 });
  const bound = fc
    .tuple(item, fc.constantFrom(max, max + 1))
    .map(([value, length]) => Array(length).fill(value));
  return fc.oneof({ weight: 60, arbitrary: few }, { weight: 1, arbitrary: bound });
}

function objectOf(shape: Extract<Shape, { kind: 'object' }>, slips: number): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape.fields).map(([key, field]) => {
    const value = nearly(field, slips);
    const isLikely = shape.required.includes(key);
    const absent = fc.constant(undefined);
    if (isLikely && slips === 0) return value.map((found) => [key, found] as const);
    const weights = isLikely ? [200, 1] : [1, 2];
    return fc
      .oneof({ weight: weights[0] ?? 1, arbitrary: value }, { weight: weights[1] ?? 1, arbitrary: absent })
      .map((found) => [key, found] as const);
  });
  return fc
    .tuple(...fields)
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : depth % 2 === 0 ? [nested(depth - 1)] : { in: nested(depth - 1) };
}

const known = new Map<Shape, readonly string[]>();

function wordsOf(shape: Shape): readonly string[] {
  const found =
    known.get(shape) ??
    [...words, ...manifestWords].filter((word) => copyAs(shape, word).problems.length === 0);
  known.set(shape, found);
  return found;
}

/** One value with every field of a shape, as small as may be. */
export function complete(shape: Shape): unknown {
  switch (shape.kind) {
    case 'string':
      return wordsOf(shape).find((word) => word !== '') ?? '';
    case 'integer':
    case 'number':
      return shape.min;
    case 'boolean':
      return true;
    case 'literal':
      return shape.values[0];
    case 'nullable':
      return complete(shape.inner);
    case 'either':
      return complete(shape.other);
    case 'list':
      return [complete(shape.item)];
    case 'record':
      return { [String(complete(shape.key))]: complete(shape.value) };
    case 'object':
      return Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, complete(field)]));
    case 'json':
      return { any: ['thing', 1, null] };
  }
}
