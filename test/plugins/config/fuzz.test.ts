import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolsError } from '../../../src/errors/index.ts';
import {
  type CheckedConfigSchema,
  checkConfigSchema,
  configSchemaProblems,
  configSchemaShape,
  configValueOf,
  validateConfig,
} from '../../../src/plugins/config/index.ts';
import { nearly } from '../../support/descriptor-corpus.ts';
import { anyJson, fuzz, mutated, outcomeOf } from '../fuzz-runs.ts';

const whole = {
  type: 'object',
  additionalProperties: false,
  required: ['a'],
  properties: {
    a: { type: 'string', minLength: 1, maxLength: 9, pattern: '^(?:a|b)+$', default: 'a' },
    b: { type: 'integer', minimum: 0, maximum: 9, enum: [1, 2], 'x-tower': { control: 'select', order: 1 } },
    c: { type: 'array', items: { type: 'string', enum: ['x'] } },
    d: { type: 'object', additionalProperties: { type: 'string' } },
    e: { type: 'string', 'x-tools': { sensitive: true } },
  },
};

/** The schema, when it is taken. */
function taken(schema: unknown): CheckedConfigSchema | undefined {
  const found = outcomeOf(() => checkConfigSchema(schema as never));
  if ('value' in found) {
    expect(configSchemaProblems(schema)).toEqual([]);
    expect(checkConfigSchema(JSON.parse(JSON.stringify(schema)))).toEqual(
      JSON.parse(JSON.stringify(found.value)),
    );
    return found.value;
  }
  expect(found.error).toBeInstanceOf(ToolsError);
  expect((found.error as ToolsError).code).toBe('PLUGIN_CONFIG_SCHEMA_INVALID');
  return undefined;
}

test('a schema that is whole is taken', () => {
  expect(taken(whole)?.fields.map(({ key }) => key)).toEqual(['b', 'a', 'c', 'd', 'e']);
});

test('whatever JSON, as a schema', () => {
  fuzz(
    fc.property(anyJson, (value) => {
      expect(taken(value)).toBe(undefined);
    }),
  );
});

test('whatever stands in one place of a good one', () => {
  const count = { taken: 0, refused: 0 };
  fuzz(
    fc.property(mutated(whole), (value) => {
      count[taken(value) ? 'taken' : 'refused'] += 1;
    }),
  );
  expect(count.refused).toBeGreaterThan(count.taken);
});

/** The validator that everybody uses, given the schema as it was written. */
function byAjv(schema: object, values: unknown): boolean {
  const ajv = new Ajv2020({ strictTypes: false, ownProperties: true, validateSchema: false });
  ajv.addVocabulary(['x-tools', 'x-tower']);
  const { $id: _, ...rest } = schema as { readonly $id?: unknown };
  return ajv.validate(rest, values);
}

test('whatever is set by whatever schema is judged as any validator of JSON Schema does, and good values come back', () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'codex', '__proto__', 'toString', 'constructor');
  const text = fc.constantFrom('', 'a', 'ab', 'ba', 'x', '😀', 'codex', '1.2.3');
  const value = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom(0, 1, 2, 9, 10, 0.5, -1) },
    fc.constantFrom<unknown>(null, true, [], {}, [['a']], { k: 1 }),
    fc.array(text, { maxLength: 3 }),
    fc.dictionary(keys, text, { maxKeys: 3 }),
  );
  const whatever = fc.dictionary(keys, value, { maxKeys: 5 });
  const near = fc.record(
    { a: text, b: value, c: fc.array(text), d: fc.dictionary(keys, text), e: text },
    { requiredKeys: ['a'] },
  );
  const schemas = fc.oneof(fc.constant<unknown>(whole), mutated(whole), nearly(configSchemaShape, 1));
  const count = { good: 0, bad: 0 };
  fuzz(
    fc.property(schemas, fc.oneof(whatever, near), (schema, set) => {
      const checked = taken(schema);
      if (!checked) return;
      const { values, problems } = validateConfig(checked, set as never);
      expect(problems.length === 0).toBe(byAjv(schema as object, values));
      count[problems.length === 0 ? 'good' : 'bad'] += 1;
      for (const { problem } of problems) expect(problem).toMatch(/^(?:must|is) /);
      for (const [key, one] of Object.entries(set))
        expect(Object.getOwnPropertyDescriptor(values, key)?.value).toBe(one);
    }),
    1_000,
  );
  expect(count.good).toBeGreaterThan(20);
  expect(count.bad).toBeGreaterThan(20);
});

test('whatever is typed', () => {
  const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object');
  fuzz(
    fc.property(types, fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (type, typed) => {
      const found = outcomeOf(() => configValueOf({ type } as never, typed));
      expect(found).toEqual({ value: expect.anything() });
    }),
  );
});
