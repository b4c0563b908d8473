import { chmodSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPlugin, renderReport } from '../../../src/plugins/check/index.ts';
import { knownTools } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';
import { bundleChild } from '../../support/child-script.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const options = { version: '0.1.0', node: '20.20.2', patienceMs: 20_000 };

describe('our own tools keep the rules that plugins keep, when they are served as plugins', () => {
  test.each(builtInTools.map(({ id }) => id))('%s', async (id) => {
    const served = await program(id);
    const report = await checkPlugin(testHost(), served, options);
    expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(report).toMatchObject({ id, passed: true, kinds: ['program'] });
  });

  test('but a plugin that brings one of them again is told that it is built in (B094)', async () => {
    const served = await program(builtInTools[0]?.id ?? '');
    const report = await checkPlugin(testHost(), served, { ...options, builtIns: knownTools(builtInTools) });
    expect(report.checks.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
      'descriptor/free',
    ]);
  });
});

test('a plugin in the exact wire of AIToolKit passes, with one warning: nothing says how accounts are kept apart', async () => {
  const report = await checkPlugin(
    testHost(),
    resolve(import.meta.dirname, '../fixtures/aitoolkit-plugin.mjs'),
    options,
  );
  expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(report.checks.filter(({ outcome }) => outcome === 'warned').map(({ id }) => id)).toEqual([
    'descriptor/isolation',
  ]);
  expect(renderReport(report).at(-1)).toMatch(/^cursor: \d+ passed, 0 failed, 1 warning/);
});

/** One program for each tool: what stands behind the wire takes no arguments. */
async function program(id: string): Promise<string> {
  const script = await bundleChild(resolve(import.meta.dirname, 'children/served-built-in.ts'));
  const file = join(tempHome(), `${id}-plugin`);
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${script}" ${id}\n`);
  chmodSync(file, 0o755);
  return file;
}
