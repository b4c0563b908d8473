import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPointer } from '../../src/formats/index.ts';
import { classifyKey } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { holds } from '../support/holds.ts';
import { type Document, homeValue, Lab, you } from './lab.ts';

const mixed = builtInTools.flatMap((tool) =>
  (tool.directories ?? []).flatMap(({ path, rules }) => (rules ? [{ tool, path, rules }] : [])),
);

test.each(mixed)(
  'of $tool.id: $path, what is shared reaches the root, and nothing else does',
  ({ tool, path, rules }) => {
    const patterns = rules.map(({ pointer }) => pointer.slice(1).split('/'));
    const words = [...new Set([...patterns.flat(), 'x', 'lastCost', 'env'])].filter(
      (word) => !word.includes('*'),
    );
    const keys = fc.oneof(
      fc.constantFrom(...patterns).map((pattern) => pattern.map((key) => key.replace('*', 'x'))),
      fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    );
    const more = fc.array(fc.constantFrom('x', 'y', 'env'), { maxLength: 2 });
    const place = fc.tuple(keys, more).map(([some, others]) => [...some, ...others]);
    holds(
      fc.property(fc.array(place, { minLength: 1, maxLength: 12 }), (places) => {
        const document: Document = {};
        for (const [nth, at] of places.entries()) put(document, at, nth);
        const lab = new Lab();
        const theirs = lab.home();
        const { held } = lab.step(lab.home(document), { rules, birthmarks: [] });
        lab.step(theirs, { rules, birthmarks: [] });
        const isShared = (at: readonly string[]): boolean =>
          classifyKey(tool, path, formatPointer(at)).class === 'shared';
        // What holds a number where a list belongs is of no use to anybody, and stays.
        const isList = (at: readonly string[]): boolean =>
          at.some((_, nth) => {
            const { rule, merge } = classifyKey(tool, path, formatPointer(at.slice(0, nth + 1)));
            return (merge === 'set' || merge === 'grow') && rule?.pointer.split('/').length === nth + 2;
          });
        const expected = scalarsOf(document).filter(([at]) => isShared(at) && !isList(at));
        const isMap = (at: readonly string[]): boolean => {
          const { rule, merge } = classifyKey(tool, path, formatPointer(at));
          return merge === 'map' && rule?.pointer.split('/').length === at.length + 1;
        };
        const whole = expected.filter(([at]) => !isMap(at));
        fc.pre(held.length === 0);
        for (const target of [lab.sharedValue, homeValue(theirs)])
          expect(sorted(scalarsOf(target))).toEqual(sorted(whole));
      }),
      300,
    );
  },
);

test('identity that no rule names is nobody else’s, whatever it is called', () => {
  const lab = new Lab();
  const [mine, theirs] = [
    lab.home({ futureKey: 1, projects: { '/p': {} }, nested: { projects: { q: 1 } } }),
    lab.home(you),
  ];
  for (const home of [mine, theirs]) lab.step(home);
  expect(lab.sharedValue).toEqual({ projects: { '/p': {} } });
  expect(homeValue(theirs)).toEqual({ ...you, projects: { '/p': {} } });
});

type Scalar = readonly [at: readonly string[], value: unknown];

function scalarsOf(value: unknown, at: readonly string[] = []): Scalar[] {
  if (typeof value !== 'object' || value === null) return [[at, value]];
  return Object.entries(value).flatMap(([key, child]) => scalarsOf(child, [...at, key]));
}

/** Puts a number there, unless something lies in the way. */
function put(document: Document, [key, ...rest]: readonly string[], value: number): void {
  const container = document as Record<string, unknown>;
  if (key === undefined || typeof container[key] === 'number') return;
  if (rest.length === 0) container[key] ??= value;
  else {
    container[key] ??= {};
    put(container[key] as Document, rest, value);
  }
}

function sorted(scalars: readonly Scalar[]): string[] {
  return scalars.map(([at, value]) => `${formatPointer(at)} ${String(value)}`).sort();
}
