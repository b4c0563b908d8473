import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkPlugin, listPlugins, loadPlugins } from '../../../src/plugins/index.ts';
import { layoutVersion } from '../../../src/state/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { pluginIn, put, world } from './world.ts';

/** The last layout whose releases know no plugins: they would start an account past one that guards it. */
const withoutPlugins = 3;

test('a release that knows no plugins stays away before the first one is noted, and not before', async () => {
  const ctx = world();
  put(ctx.paths.layout, JSON.stringify({ layout: withoutPlugins }));
  const layout = () => JSON.parse(readFileSync(ctx.paths.layout, 'utf8')).layout;
  expect([listPlugins(ctx), (await loadPlugins(ctx)).plugins, layout()]).toEqual([[], [], withoutPlugins]);
  const { files, steps } = faultyFiles(ctx.host.files);
  const watched = { ...ctx, host: { ...ctx.host, files } };
  await linkPlugin(watched, pluginIn(ctx, { descriptors: [{ id: 'acme', displayName: 'Acme' }] }));
  expect(layout()).toBe(layoutVersion);
  expect(layoutVersion).toBeGreaterThan(withoutPlugins);
  const at = (name: string) =>
    steps.findIndex((step) => JSON.stringify(step).includes(join(ctx.paths.root, name)));
  expect(at('layout.json')).toBeGreaterThanOrEqual(0);
  expect(at('layout.json')).toBeLessThan(at('plugins'));
});
