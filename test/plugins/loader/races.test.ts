import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { disablePlugin, loadPlugins, pluginFolder } from '../../../src/plugins/index.ts';
import { doStampsHold } from '../../../src/plugins/loader/stamps.ts';
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

test('what a start relies on is how things lay before it looked at them', async () => {
  const ctx = world();
  await enabled(ctx, { id: 'fast', descriptors: [tool('fast')] });
  const { pluginTable } = ctx.paths;
  const { files } = ctx.host;
  // Disabled by somebody else right after this start has read the table.
  let isRead = false;
  const readFile = (path: string) => {
    const bytes = files.readFile(path);
    if (path === pluginTable && !isRead) {
      isRead = true;
      put(pluginTable, JSON.stringify({ ...JSON.parse(bytes.toString()), plugins: [] }));
    }
    return bytes;
  };
  const { registry, reliesOn } = await loadPlugins({
    ...ctx,
    host: { ...ctx.host, files: { ...files, readFile } },
  });
  expect(registry.tool('fast-tool')).toBeDefined();
  expect(doStampsHold(ctx.host, reliesOn?.same ?? {})).toBe(false);
});

test.each([
  ['taken away by hand', (record: string) => rmSync(dirname(record), { recursive: true })],
  ['damaged', (record: string) => put(record, '{"id":')],
  [
    'set to not enabled by hand',
    (record: string) =>
      put(record, readFileSync(record, 'utf8').replace('"enabled": true', '"enabled": false')),
  ],
])('a plugin whose record is %s is not used by the very next start', async (_what, change) => {
  const ctx = world();
  await enabled(ctx, { descriptors: [tool('acme')] });
  await enabled(ctx, { id: 'other', descriptors: [tool('other')] });
  expect((await loadPlugins(ctx)).registry.tool('acme-tool')).toBeDefined();
  change(join(pluginFolder(ctx, 'acme'), 'plugin.json'));
  const { registry } = await loadPlugins(ctx);
  expect([registry.tool('acme-tool'), registry.tool('other-tool')?.id]).toEqual([undefined, 'other-tool']);
});

test('a plugin whose record is damaged is told of at each start; one that may refuse starts refuses them', async () => {
  const ctx = world();
  const guard = "api.extensions.register('runHook', async () => null);";
  await enabled(ctx, { module: guard, permissions: ['hook:run'] });
  put(join(pluginFolder(ctx, 'acme'), 'plugin.json'), '{"id":');
  for (let round = 0; round < 2; round += 1) {
    const { problems, extensions, reliesOn } = await loadPlugins(ctx);
    expect([problems.map(({ code }) => code), reliesOn]).toEqual([['STATE_DAMAGED'], undefined]);
    const [hook] = extensions.providers('runHook');
    await expect(hook?.provide({} as never, {} as never)).rejects.toMatchObject({ code: 'STATE_DAMAGED' });
  }
});
