import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ToolsError } from '../../../src/errors/index.ts';
import { manifestProblems, readPluginPackage } from '../../../src/plugins/manifest/index.ts';
import { packageShape } from '../../../src/plugins/manifest/manifest-shape.ts';
import { checkDescriptor } from '../../../src/registry/index.ts';
import { nearly } from '../../support/descriptor-corpus.ts';
import { packageFolder, packageJson } from '../../support/plugin-package.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';
import { anyJson, fuzz, mutated, outcomeOf } from '../fuzz-runs.ts';

const host = testHost();
const folder = packageFolder({ 'tools/a.json': { id: 'a', displayName: 'A' }, 'bin/a': '' }, tempHome());
const whole = packageJson({
  compatibility: { tools: '*', node: '>=20' },
  permissions: ['code:child-process', 'storage'],
  descriptors: ['./tools/a.json', { id: 'acme-cli', displayName: 'Acme CLI', configDirEnvVar: 'ACME_HOME' }],
  program: './bin/a',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    properties: { a: { type: 'string', pattern: '^a+$', 'x-tools': { sensitive: true } } },
  },
});

function read(content: unknown) {
  packageFolder({ 'package.json': content }, folder);
  return outcomeOf(() => readPluginPackage(host, folder));
}

/** Whether it was taken; then, whether what was taken is what was written. */
function isTaken(content: unknown): boolean {
  const found = read(content);
  if ('error' in found) {
    expect(found.error).toBeInstanceOf(ToolsError);
    const error = found.error as ToolsError;
    expect(error.code).toMatch(/^PLUGIN_(?:MANIFEST_(?:MISSING|INVALID)|INCOMPATIBLE)$/);
    // 32 places, each of them cut.
    expect(error.message.length).toBeLessThan(32_000);
    return false;
  }
  const { name, version, manifest, descriptors, digest } = found.value;
  for (const tool of descriptors) expect(checkDescriptor(tool)).toEqual([]);
  const again = read(JSON.parse(JSON.stringify({ name, version, tools: manifest })));
  expect(again).toMatchObject({ value: { digest, manifest } });
  return true;
}

test('a package.json that is whole is taken', () => {
  expect(isTaken(whole)).toBe(true);
});

test('whatever JSON stands in a package.json, or in its block', () => {
  fuzz(
    fc.property(anyJson, fc.boolean(), (value, isBlock) => {
      expect(isTaken(JSON.stringify(isBlock ? { ...whole, tools: value } : value))).toBe(false);
    }),
  );
});

test('whatever stands in one place of a good one', () => {
  const count = { taken: 0, refused: 0 };
  fuzz(
    fc.property(mutated(whole), (value) => {
      count[isTaken(JSON.stringify(value) ?? '') ? 'taken' : 'refused'] += 1;
    }),
  );
  expect(count.refused).toBeGreaterThan(count.taken);
});

test('whatever is nearly a manifest', () => {
  let good = 0;
  fuzz(
    fc.property(nearly(packageShape, 1), (value) => {
      if (manifestProblems(value).length === 0) good += 1;
      isTaken(JSON.stringify(value) ?? '');
    }),
    200,
  );
  expect(good).toBeGreaterThan(0);
});

test('whatever bytes', () => {
  const text = Buffer.from(JSON.stringify(whole));
  const spoilt = fc
    .tuple(fc.nat(text.length), fc.nat(40), fc.uint8Array({ maxLength: 40 }))
    .map(([at, cut, bytes]) => Buffer.concat([text.subarray(0, at), bytes, text.subarray(at + cut)]));
  fuzz(
    fc.property(fc.oneof(spoilt, fc.uint8Array({ maxLength: 200 })), (bytes) => {
      isTaken(Buffer.from(bytes));
    }),
  );
});
