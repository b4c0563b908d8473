import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { descriptorChecks } from '../../src/registry/descriptor-checks.ts';
import { descriptorShape } from '../../src/registry/descriptor-shape.ts';
import {
  checkDescriptor,
  descriptorJsonSchema,
  idProblem,
  type ToolDescriptor,
} from '../../src/registry/index.ts';
import { matches } from '../../src/registry/matches.ts';
import type { Shape, StringShape } from '../../src/registry/shape.ts';
import { copyAs } from '../../src/registry/shape-copy.ts';
import { complete, junk, nearly, words } from '../support/descriptor-corpus.ts';
import { holds } from '../support/holds.ts';

const schema = new Ajv2020({ strict: true, strictRequired: false }).compile(descriptorJsonSchema());

/** ajv 8 tells doubles among strings by the keys of an object, where this one never stands. */
const doubleThatAjvMisses = /\[[^\]]*"__proto__"[^\]]*"__proto__"/;

function bySchema(value: unknown): boolean {
  fc.pre(!doubleThatAjvMisses.test(JSON.stringify(value) ?? ''));
  return schema(value);
}

/** Both verdicts, which must be the same. */
function verdict(value: unknown): boolean {
  const problems = copyAs(descriptorShape, value).problems.filter(
    ({ problem }) => problem !== 'is too large',
  );
  const valid = bySchema(value);
  if (valid !== (problems.length === 0)) {
    throw new Error(
      `schema: ${valid ? 'good' : JSON.stringify(schema.errors)}; validator: ${JSON.stringify(problems)}; value: ${JSON.stringify(value).slice(0, 2000)}`,
    );
  }
  return valid;
}

const whole = complete(descriptorShape) as ToolDescriptor;

describe('the published schema and the validator', () => {
  test('both take a descriptor with every field, and one with none but the two', () => {
    expect([verdict(whole), verdict({ id: 'x', displayName: 'X' })]).toEqual([true, true]);
  });

  test('agree about any descriptor that is right', () => {
    holds(
      fc.property(nearly(descriptorShape, 0), (value) => {
        verdict(value);
      }),
      300,
    );
  });

  test('agree about any that may be wrong, of which there are many of both kinds', () => {
    const count = { good: 0, bad: 0 };
    holds(
      fc.property(nearly(descriptorShape, 4), (value) => {
        count[verdict(value) ? 'good' : 'bad'] += 1;
      }),
      1500,
    );
    expect(count.good).toBeGreaterThan(150);
    expect(count.bad).toBeGreaterThan(150);
  });

  test('agree about whatever JSON there is', () => {
    holds(
      fc.property(fc.jsonValue(), (value) => {
        expect(verdict(value)).toBe(false);
      }),
    );
  });

  test('agree about every word and every wrong value in every place', () => {
    const places = placesOf(whole, []);
    let refused = 0;
    for (const place of places) {
      // The other fields are right, and would only be read once more for each word.
      const few = { id: 'x', displayName: 'X', ...pick(whole, String(place[0])) };
      for (const value of [...words, ...junk]) if (!verdict(withValue(few, place, value))) refused += 1;
    }
    expect(places.length).toBeGreaterThan(150);
    expect(refused).toBeGreaterThan(places.length * 20);
  });

  test('agree when any one field is missing, or one is there that nobody knows', () => {
    for (const place of placesOf(whole, [])) {
      verdict(without(whole, place));
      const found = place.reduce((value: unknown, key) => (value as Record<string, unknown>)[key], whole);
      if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
        verdict(withValue(whole, [...place, 'unheard-of'], 1));
        verdict(withValue(whole, place, JSON.parse(`{"__proto__": 1, ${JSON.stringify(found).slice(1)}`)));
      }
    }
    expect(verdict(without(whole, ['displayName']))).toBe(false);
  });

  test('differ in nothing but the form of ids and the list of what a schema cannot say', () => {
    holds(
      fc.property(nearly(descriptorShape, 2), (value) => {
        const problems = checkDescriptor(value);
        if (!bySchema(value)) expect(problems).not.toEqual([]);
        else if (problems.length > 0) {
          const tool = value as ToolDescriptor;
          const listed = descriptorChecks.flatMap(({ check }) => check(tool));
          expect(
            idProblem(tool.id) !== undefined ||
              problems.every(({ path }) => listed.some((one) => one.path === path)),
          ).toBe(true);
        }
      }),
      500,
    );
  });
});

test('a shortcut takes only what the patterns take', () => {
  const shortcuts = shapesOf(descriptorShape).filter(
    (shape) => shape.kind === 'string' && shape.usual !== undefined,
  );
  expect(shortcuts.length).toBeGreaterThan(5);
  for (const { patterns, usual } of shortcuts as readonly StringShape[]) {
    holds(
      fc.property(fc.stringMatching(usual ?? /^$/), (word) => {
        expect(patterns.filter((pattern) => !matches(pattern, word))).toEqual([]);
      }),
      300,
    );
  }
});

/** Every shape inside of a shape, each once. */
function shapesOf(shape: Shape, found = new Set<Shape>()): readonly Shape[] {
  if (found.has(shape)) return [];
  found.add(shape);
  if (shape.kind === 'nullable') shapesOf(shape.inner, found);
  if (shape.kind === 'either') for (const inner of [shape.text, shape.other]) shapesOf(inner, found);
  if (shape.kind === 'list') shapesOf(shape.item, found);
  if (shape.kind === 'record') for (const inner of [shape.key, shape.value]) shapesOf(inner, found);
  if (shape.kind === 'object') for (const inner of Object.values(shape.fields)) shapesOf(inner, found);
  return [...found];
}

type Place = readonly (string | number)[];

function placesOf(value: unknown, place: Place): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...place, Array.isArray(value) ? Number(key) : key];
    return [here, ...placesOf(inner, here)];
  });
}

function pick(value: object, field: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name === field));
}

function withValue(value: unknown, [key, ...rest]: Place, leaf: unknown): unknown {
  if (key === undefined) return leaf;
  const inner = withValue((value as Record<string | number, unknown>)[key], rest, leaf);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  return { ...(value as object), [key]: inner };
}

function without(value: unknown, place: Place): unknown {
  const key = place.at(-1) as string;
  const parent = place.slice(0, -1);
  const found = parent.reduce((inner: unknown, at) => (inner as Record<string, unknown>)[at], value);
  if (Array.isArray(found)) return withValue(value, parent, []);
  const { [key]: _, ...rest } = found as Record<string, unknown>;
  return withValue(value, parent, rest);
}
