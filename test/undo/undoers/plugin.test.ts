import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noExtensions } from '../../../src/accounts/index.ts';
import {
  configurePlugin,
  disablePlugin,
  findPlugin,
  linkPlugin,
  loadPlugins,
  pluginFolder,
  readConfig,
  removePlugin,
  unlinkPlugin,
} from '../../../src/plugins/index.ts';
import { readRecord, writeRecord } from '../../../src/plugins/loader/plugin-record.ts';
import { pluginState } from '../../../src/plugins/loader/plugin-state.ts';
import { readJournal, writeJournal } from '../../../src/state/index.ts';
import { readHistory, undoChange } from '../../../src/undo/index.ts';
import { enable, enabled, pluginIn, world } from '../../plugins/loader/world.ts';

const acme = { id: 'acme', displayName: 'Acme' };

function made() {
  const ctx = world();
  const accounts = { ...ctx, registry: ctx.builtIns, extensions: noExtensions };
  const undo = async () => {
    const { records } = readJournal(ctx.host, ctx.paths);
    const undone = new Set(records.flatMap(({ undoes }) => undoes ?? []));
    const last = records.findLast(({ id, undoes }) => undoes === undefined && !undone.has(id));
    return undoChange(accounts, last?.id as string);
  };
  return { ctx, undo, accounts };
}

test('a link is taken back: nothing is known of the plugin, which stays where it lies', async () => {
  const { ctx, undo } = made();
  const folder = pluginIn(ctx, { descriptors: [acme] });
  await linkPlugin(ctx, folder);
  await undo();
  expect(existsSync(pluginFolder(ctx, 'acme'))).toBe(false);
  expect(existsSync(folder)).toBe(true);
});

test('a link is not taken back where it leads elsewhere since', async () => {
  const { ctx, accounts } = made();
  const folder = pluginIn(ctx, { descriptors: [acme] });
  const entry = await linkPlugin(ctx, folder);
  const [{ id = '' } = {}] = readJournal(ctx.host, ctx.paths).records;
  const record = readRecord(ctx, 'acme');
  if (!record) throw new Error('nothing is known of it');
  await writeRecord(ctx, { ...record, source: { how: 'linked', path: `${folder}-2` } });
  await expect(undoChange(accounts, id)).rejects.toMatchObject({
    code: 'UNDO_CHANGED_SINCE',
    message: expect.stringContaining('another place'),
  });
  expect(existsSync(pluginFolder(ctx, entry.id))).toBe(true);
});

test('enabling is taken back, and then the disabling', async () => {
  const { ctx, undo } = made();
  await enabled(ctx, { descriptors: [acme] });
  await undo();
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeUndefined();
  await enable(ctx, 'acme');
  await disablePlugin(ctx, 'acme');
  await undo();
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeDefined();
});

test.each([
  ['unlink', unlinkPlugin],
  ['remove', removePlugin],
] as const)('%s is taken back: the plugin is enabled again, with what it kept', async (_verb, take) => {
  const { ctx, undo } = made();
  await enabled(ctx, { descriptors: [acme] });
  await take(ctx, 'acme');
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeUndefined();
  expect(() => findPlugin(ctx, 'acme')).toThrow(expect.objectContaining({ code: 'PLUGIN_NOT_FOUND' }));
  await undo();
  expect(findPlugin(ctx, 'acme').state).toBe('enabled');
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeDefined();
});

test('a setting is as it was before; one that is sensitive is not brought back', async () => {
  const { ctx, undo, accounts } = made();
  const configSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    properties: {
      endpoint: { type: 'string' },
      token: { type: 'string', 'x-tools': { sensitive: true } },
    },
  };
  await enabled(ctx, { descriptors: [acme], manifest: { configSchema } });
  const entry = findPlugin(ctx, 'acme');
  await configurePlugin(ctx, entry, { set: { endpoint: 'one' } });
  await configurePlugin(ctx, entry, { set: { endpoint: 'two' } });
  await undo();
  const schema = entry.found?.package?.configSchema;
  expect(readConfig(ctx.host, pluginFolder(ctx, 'acme'), schema).values).toEqual({ endpoint: 'one' });
  await configurePlugin(ctx, entry, { set: { token: 'sk-dummy-1' } });
  await expect(undo()).rejects.toMatchObject({ message: expect.stringContaining('sensitive') });
  expect(JSON.stringify(await readHistory(accounts))).not.toContain('sk-dummy-1');
});

test('a plugin that kept something after it was removed comes back all the same', async () => {
  const { ctx, undo } = made();
  await enabled(ctx, { descriptors: [acme] });
  const state = pluginState(ctx, 'acme');
  await state.set('at', 'before');
  await removePlugin(ctx, 'acme');
  await state.set('at', 'since');
  await undo();
  expect(findPlugin(ctx, 'acme').state).toBe('enabled');
  expect(await state.get('at')).toBe('before');
});

test.each(['{', '[]', 'null', '"x"'])(
  'an entry whose former settings read %s is named as damaged',
  async (before) => {
    const { ctx, undo } = made();
    await enabled(ctx, { descriptors: [acme] });
    const what = { name: 'acme', keys: 'endpoint', isWhole: true, before, after: '{}' };
    writeJournal(ctx.host, ctx.paths, { verb: 'plugin config', tool: null, account: null, what }).done();
    await expect(undo()).rejects.toMatchObject({ code: 'UNDO_NOT_NOTED' });
  },
);
