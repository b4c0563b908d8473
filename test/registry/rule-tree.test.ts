import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Classified,
  classifyKey,
  type KeyRule,
  type RulePlace,
  rulePlaces,
} from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { holds } from '../support/holds.ts';

/** `private` is shared by its rule, and identity by what it means. */
const asClass = ({ kind, rule }: RulePlace) =>
  kind === 'private' || kind === 'identity'
    ? { class: 'identity', ...(rule && { rule }) }
    : kind === 'disposable'
      ? { class: 'disposable', rule }
      : { class: 'shared', merge: kind, rule };

const expectSame = (
  tool: Classified,
  path: string,
  rules: readonly KeyRule[],
  keys: readonly string[],
): void => {
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const place = keys.reduce<RulePlace>((at, key) => at.below(key), rulePlaces(rules));
  expect(asClass(place)).toEqual(classifyKey(tool, path, pointer));
};

const key = fc.constantFrom('a', 'b', 'ab', 'env', '*', 'a*', '*b', '.b', 'x/y', 'token');

test('walking down the rules says what classifyKey says of any key', () => {
  const rule: fc.Arbitrary<KeyRule> = fc.record(
    {
      pointer: fc
        .array(key, { maxLength: 4 })
        .map((keys) => keys.map((each) => `/${each.replace('/', '~1')}`).join('')),
      class: fc.constantFrom('identity', 'shared', 'disposable'),
      merge: fc.constantFrom('value', 'map', 'set', 'grow', 'private'),
    },
    { requiredKeys: ['pointer', 'class'] },
  );
  holds(
    fc.property(fc.array(rule, { maxLength: 8 }), fc.array(key, { maxLength: 5 }), (rules, keys) => {
      const tool: Classified = { directories: [{ path: 'x', class: 'mixed', kind: 'file', rules }] };
      expectSame(tool, 'x', rules, keys);
    }),
    3000,
  );
});

test('of two rules that fit a key equally well the first decides, wherever others stand', () => {
  const rules: readonly KeyRule[] = [
    { pointer: '/*b/a', class: 'identity' },
    { pointer: '/a*', class: 'shared', merge: 'map' },
    { pointer: '/*b', class: 'shared', merge: 'set' },
  ];
  const tool: Classified = { directories: [{ path: 'x', class: 'mixed', kind: 'file', rules }] };
  expect(rulePlaces(rules).below('ab').kind).toBe('map');
  expectSame(tool, 'x', rules, ['ab']);
});

const mixed = builtInTools.flatMap((tool) =>
  (tool.directories ?? []).flatMap(({ path, rules }) => (rules ? [{ tool, path, rules }] : [])),
);

test.each(mixed)('and of the keys of $tool.id: $path', ({ tool, path, rules }) => {
  const named = rules.map(({ pointer }) => pointer.split('/').slice(1));
  const words = [...new Set([...named.flat(), 'x', 'lastCost', 'env', '0'])];
  const root = tool.directories?.find((fact) => fact.path === path)?.root ?? 'config';
  expect(root).toBe('config');
  holds(
    fc.property(
      fc.oneof(fc.array(fc.constantFrom(...words), { maxLength: 5 }), fc.constantFrom(...named)),
      fc.array(fc.constantFrom('x', 'env', 'last'), { maxLength: 2 }),
      (keys, more) => expectSame(tool, path, rules, [...keys, ...more]),
    ),
    500,
  );
});
