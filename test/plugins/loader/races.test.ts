import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disablePlugin, loadPlugins } from '../../../src/plugins/index.ts';
import { enabled, put, world } from './world.ts';

const tool = (id: string) => ({ id: `${id}-tool`, displayName: id });

/** A plugin whose setup does something once, when it is found out anew. */
const meddling =
  "await (globalThis.meddle ?? (() => {}))();\napi.tools.register({ id: 'slow-tool', displayName: 'S' });";

function meddleOnce(work: () => Promise<unknown>): void {
  const all = globalThis as { meddle?: () => Promise<unknown> };
  all.meddle = async () => {
    delete all.meddle;
    await work();
  };
}

test('who is disabled while another start finds out anew what there is, under a table that is void, stays disabled', async () => {
  const ctx = world();
  await enabled(ctx, { id: 'slow', module: meddling });
  await enabled(ctx, { id: 'fast', descriptors: [tool('fast')] });
  const table = JSON.parse(readFileSync(ctx.paths.pluginTable, 'utf8'));
  put(ctx.paths.pluginTable, JSON.stringify({ ...table, by: '', stamps: {} }));
  meddleOnce(() => disablePlugin(ctx, 'fast'));
  await loadPlugins(ctx);
  expect((await loadPlugins(ctx)).registry.tool('fast-tool')).toBeUndefined();
});
