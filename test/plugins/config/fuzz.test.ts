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

test('whatever is set by whatever schema is judged, and good values come back as they were', async () => {
  const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'codex', '__proto__', 'toString');
  const values = fc.dictionary(
    keys,
    fc.oneof(anyJson, fc.constantFrom('a', 1, 0.5, true, ['x'], { k: 'v' })),
    { maxKeys: 4 },
  );
  const schemas = fc.oneof(fc.constant(whole), mutated(whole), nearly(configSchemaShape, 1));
  const given = fc.sample(fc.tuple(schemas, values), Number(process.env.FUZZ_RUNS ?? 300));
  let good = 0;
  for (const [schema, set] of given) {
    const checked = taken(schema);
    if (!checked) continue;
    const { values: judged, problems } = await validateConfig(checked, set as never);
    for (const { problem } of problems) expect(problem).toMatch(/^(?:must|is) /);
    if (problems.length > 0) continue;
    good += 1;
    expect(judged).toMatchObject(set);
    for (const { key, required } of checked.fields) if (required) expect(judged).toHaveProperty([key]);
  }
  expect(good).toBeGreaterThan(0);
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
