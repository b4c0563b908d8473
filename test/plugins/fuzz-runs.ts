import * as fc from 'fast-check';
import { holds } from '../support/holds.ts';

/** FUZZ_RUNS=200000 looks for minutes at what the suite looks at for a second. */
export function fuzz<Values>(property: fc.IProperty<Values>, runs = 150): void {
  holds(property, Number(process.env.FUZZ_RUNS ?? runs));
}

/** What a call gives, or the error it throws; fails where it takes longer than anything may. */
export function outcomeOf<Value>(call: () => Value): { readonly value: Value } | { readonly error: unknown } {
  const start = performance.now();
  const outcome = tried(call);
  // Against a hang: on a machine that has nothing else to do, it is a hundredth of that.
  if (performance.now() - start > 10_000) throw new Error('took more than ten seconds');
  return outcome;
}

function tried<Value>(call: () => Value): { readonly value: Value } | { readonly error: unknown } {
  try {
    return { value: call() };
  } catch (error) {
    return { error };
  }
}

/** JSON with what is likely to go wrong in it: odd keys, deep lists, numbers at the edge. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.json({ maxDepth: 6, stringUnit: 'binary' }).map((text) => JSON.parse(text) as unknown),
  fc
    .integer({ min: 1, max: 3_000 })
    .map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"tools":1},"constructor":{"prototype":1}}'),
    Number.MAX_VALUE,
    1e-320,
    'x'.repeat(100_000),
    Array(30_000).fill(0),
    Object.fromEntries([...Array(5_000).keys()].map((n) => [`k${n}`, n])),
  ),
);

/** A value with another one in one of its places, or one place less. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(value, []);
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(anyJson, fc.constant(undefined)))
    .map(([place, wrong]) => put(value, place, wrong));
}

type Place = readonly string[];

function placesOf(value: unknown, place: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...place, key]))];
}

function put(value: unknown, [key, ...rest]: Place, wrong: unknown): unknown {
  if (key === undefined) return wrong;
  const inner = put((value as Record<string, unknown>)[key], rest, wrong);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? inner : item));
  const entries = Object.entries({ ...(value as object), [key]: inner });
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}
