import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type PluginManifest, permissions } from '../../../src/plugins/contract/index.ts';
import { manifestJsonSchema, manifestProblems } from '../../../src/plugins/manifest/index.ts';
import { packageShape } from '../../../src/plugins/manifest/manifest-shape.ts';
import { copyAs, type Shaped } from '../../../src/registry/index.ts';
import { nearly } from '../../support/descriptor-corpus.ts';
import { holds } from '../../support/holds.ts';
import { packageJson } from '../../support/plugin-package.ts';

const schema = new Ajv2020({ strict: true, strictRequired: false }).compile(manifestJsonSchema());

describe('the shape of a manifest', () => {
  test('has the fields of the interface, and takes nothing that the interface would not', () => {
    type ByShape = Shaped<typeof packageShape>['tools'];
    expectTypeOf<keyof ByShape>().toEqualTypeOf<keyof PluginManifest>();
    expectTypeOf<Omit<ByShape, 'configSchema' | 'manifestVersion'>>().toExtend<
      Omit<PluginManifest, 'configSchema' | 'manifestVersion'>
    >();
    expectTypeOf<Omit<PluginManifest, 'configSchema'>>().toExtend<Omit<ByShape, 'configSchema'>>();
    expect(packageShape.required).toEqual(['name', 'version', 'tools']);
  });

  test('knows every permission', () => {
    const all = packageJson({ permissions: Object.keys(permissions) });
    expect([manifestProblems(all), schema(all)]).toEqual([[], true]);
  });
});

test('the published schema and the shape agree about manifests that may be wrong, of which there are many of both kinds', () => {
  const count = { good: 0, bad: 0 };
  // A copy of the shape with few descriptors in it: their agreement has a test of its own.
  holds(
    fc.property(nearly(packageShape, 2), (value) => {
      fc.pre(!/\[[^\]]*"__proto__"[^\]]*"__proto__"/.test(JSON.stringify(value) ?? ''));
      const { problems } = copyAs(packageShape, value);
      const isKnown =
        typeof value !== 'object' ||
        value === null ||
        Object.keys(value).every((key) => key in packageShape.fields);
      fc.pre(isKnown && !problems.some(({ problem }) => problem === 'is too large'));
      const isGood = problems.length === 0;
      if (schema(value) !== isGood)
        throw new Error(`schema: ${JSON.stringify(schema.errors)}; shape: ${JSON.stringify(problems)}`);
      count[isGood ? 'good' : 'bad'] += 1;
    }),
    300,
  );
  expect(count.good).toBeGreaterThan(30);
  expect(count.bad).toBeGreaterThan(30);
});

test('what npm keeps in a package.json is nothing that the schema has to know', () => {
  expect(schema({ ...packageJson(), scripts: { test: 'x' }, dependencies: {} })).toBe(true);
});
