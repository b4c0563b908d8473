import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Counting, countedDigest } from '../../../src/accounts/counting.ts';
import { type SharedEntry, sharePlan } from '../../../src/accounts/sharing/share-plan.ts';
import { mergeFacts } from '../../../src/accounts/sync/merge-facts.ts';
import { whatCounts } from '../../../src/accounts/sync/what-counts.ts';
import { pointerSegments } from '../../../src/formats/index.ts';
import { baseAfter, type MergeInput, type MergeStep, mergeStep } from '../../../src/merge/index.ts';
import { type AITool, AIToolRegistry, type KeyRule } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { holds } from '../../support/holds.ts';
import { testHost } from '../../support/temp-home.ts';

const host = testHost();
const registry = new AIToolRegistry();
for (const tool of builtInTools) registry.register(tool);
const mixed = registry.all().flatMap((tool) =>
  sharePlan(host, tool).flatMap((entry) => {
    const counting = whatCounts(host, tool, entry);
    return counting === undefined ? [] : [{ name: `${tool.id} ${entry.path}`, tool, entry, counting }];
  }),
);

/** A document with that alone at the pointer, and for a star some name. */
function documentWith(pointer: string, value: unknown): object {
  return pointerSegments(pointer).reduceRight<unknown>(
    (inner, segment) => ({ [segment.replace('*', 'x')]: inner }),
    value,
  ) as object;
}

/** Whether what stands there may be another, beside something that counts. */
function isFree(counting: Counting, pointer: string, one: unknown = 1, other: unknown = 2): boolean {
  const digests = [one, other].map((value) =>
    countedDigest(JSON.stringify({ '': 0, ...documentWith(pointer, value) }), counting),
  );
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  return digests[0] === digests[1];
}

function pointersIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pointersIn) : [];
}

const isOwn = (rule: KeyRule) => rule.class === 'disposable' || rule.merge === 'private';

describe.each(mixed)('$name', ({ tool, entry, counting }) => {
  const rules = mergeFacts(host, tool, entry).rules;

  test('whatever is shared or says who somebody is counts, wherever the descriptor names it', () => {
    const { directories: _, ...rest } = tool;
    const named = [
      ...rules.filter((rule) => !isOwn(rule)).map(({ pointer }) => pointer),
      ...pointersIn(rest),
    ];
    for (const pointer of named) expect([pointer, isFree(counting, pointer)]).toEqual([pointer, false]);
    for (const pointer of named.map((each) => `${each}/below`))
      expect([pointer, isFree(counting, pointer)]).toEqual([pointer, false]);
  });

  test('what is thrown away or never merged may be another, and what no rule names', () => {
    for (const { pointer } of rules.filter(isOwn))
      expect([pointer, isFree(counting, pointer)]).toEqual([pointer, true]);
    const isEveryKeyNamed = rules.some(({ pointer }) => pointer === '/*');
    expect(isFree(counting, '/whatNoRuleNames')).toBe(!isEveryKeyNamed);
    expect(isFree(counting, '/whatNoRuleNames', { a: 1 }, [2])).toBe(!isEveryKeyNamed);
  });
});

test('tools have such files', () => {
  expect(mixed.map(({ name }) => name)).toContain('claude .claude.json');
});

const members: readonly KeyRule[] = [
  { pointer: '/who', class: 'identity' },
  { pointer: '/map', class: 'shared', merge: 'map' },
  { pointer: '/map/*/last*', class: 'shared', merge: 'private' },
  { pointer: '/map/*/key', class: 'identity' },
  { pointer: '/map/*/cache', class: 'disposable' },
  { pointer: '/list', class: 'shared', merge: 'set' },
  { pointer: '/word', class: 'shared', merge: 'value', dropsDefaults: true },
  { pointer: '/count*', class: 'disposable' },
  { pointer: '/counted', class: 'shared', merge: 'value' },
];

/** `b` is what the file is known by, `own` is named by nobody. */
const demo = {
  id: 'demo',
  displayName: 'Demo',
  sessionSubdirectories: [],
  birthmarks: [{ file: 'state.json', pointer: '/b' }],
  directories: [{ path: 'state.json', class: 'mixed', kind: 'file', format: 'json', rules: members }],
} as unknown as AITool;
const [entry] = sharePlan(host, demo) as [SharedEntry];
const counting = whatCounts(host, demo, entry) as Counting;

const scalar = fc.constantFrom<unknown>(1, 2, 'x', null, true);
const part = fc.dictionary(
  fc.constantFrom('a', 'last', 'lastOne', 'key', 'cache'),
  fc.oneof(scalar, fc.constant({ a: 1 })),
);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const documents = fc
  .record({
    who: some(scalar),
    b: fc.constantFrom('one', 'one', 'other'),
    map: some(fc.dictionary(fc.constantFrom('m', 'n', 'o'), fc.oneof(part, part, scalar))),
    list: some(fc.subarray(['a', 'b', 'c'])),
    word: some(scalar),
    count: some(scalar),
    counted: some(scalar),
    own: some(fc.oneof(scalar, part)),
  })
  .map((document) => JSON.stringify(document, null, 2));

/** What one of a kind has in common with another, but for what need not be the same. */
function alike(one: string, other: string): string {
  const [first, second] = [JSON.parse(one), JSON.parse(other)];
  const maps = Object.entries((first.map ?? {}) as object).map(([key, value]) => {
    const its = second.map?.[key];
    const isPart = typeof value === 'object' && value !== null && typeof its === 'object' && its !== null;
    return [key, isPart ? { ...value, ...pick(its, ['last', 'lastOne', 'cache']) } : value];
  });
  const { own, count } = second;
  return JSON.stringify(
    { ...first, own, count, ...(first.map && { map: Object.fromEntries(maps) }) },
    null,
    2,
  );
}

function pick(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => names.includes(key)));
}

const inputOf = (over: Partial<MergeInput>): MergeInput => ({
  ...mergeFacts(host, demo, entry),
  shared: undefined,
  home: undefined,
  root: { id: 'root', gen: 0, tombstones: {} },
  base: undefined,
  live: { state: 'none' },
  pull: true,
  homeChangedAt: 1,
  unshared: { homes: ['/homes/one'], names: [] },
  now: 1000,
  hash: (text) => text,
  ...over,
});

/** Steps until nothing more is to be written. */
function atRest(home: string, shared: string): MergeInput {
  let input = inputOf({ home, shared });
  for (let round = 0; round < 5; round += 1) {
    const step = mergeStep(input);
    const base =
      baseAfter(step, { shared: true, home: true, now: input.now, homeChangedAt: 1 }) ?? input.base;
    input = {
      ...input,
      root: step.root,
      home: step.home ?? input.home,
      shared: step.shared ?? input.shared,
      base,
    };
  }
  return input;
}

const saidOf = ({ damage, shared, home, conflicts, held, firstMeeting }: MergeStep) => ({
  damage,
  shared,
  home,
  conflicts,
  held,
  firstMeeting,
});

test('where a file says the same of what counts, a step of the merge comes to the same: nothing', () => {
  let alikes = 0;
  holds(
    fc.property(documents, documents, documents, fc.boolean(), (first, root, other, isNear) => {
      const input = atRest(first, root);
      const home = isNear ? alike(input.home ?? '', other) : other;
      if (countedDigest(home, counting) !== countedDigest(input.home ?? '', counting)) return;
      alikes += 1;
      const before = mergeStep(input);
      expect([before.shared, before.home]).toEqual([undefined, undefined]);
      expect(saidOf(mergeStep({ ...input, home, homeChangedAt: 2 }))).toEqual(saidOf(before));
    }),
    400,
  );
  expect(alikes).toBeGreaterThan(40);
});

describe('of a text that may say something else to a strict reader nothing is told', () => {
  const text = '{"a":1,"own":2}';
  test.each([
    ['a key twice', '{"own":1,"own":2,"a":1}'],
    ['a number that is too long', '{"a":1,"own":12345678901234567890}'],
    ['a mark at its beginning', `\ufeff${text}`],
    ['a byte that was damaged', '{"a":1,"own":"\ufffd"}'],
    ['another layout', '{ "a": 1 }'],
    ['a comment', '{"a":1} // x'],
    ['nothing', ''],
    ['no members', '{}'],
    ['a list', '[1]'],
    ['half of it', text.slice(0, -1)],
  ])('%s', (_, other) => {
    expect(countedDigest(text, 'whole')).toBeDefined();
    expect(countedDigest(other, 'whole')).toBeUndefined();
  });
});
