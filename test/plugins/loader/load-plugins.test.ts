import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { disablePlugin, findPlugin, linkPlugin, loadPlugins } from '../../../src/plugins/index.ts';
import { asked, enable, enabled, pluginIn, programText, put, putProgram, world } from './world.ts';

const acme = { id: 'acme', displayName: 'Acme' };

describe('what is enabled is there, whatever its kind', () => {
  test('a tool of data', async () => {
    const ctx = world();
    await enabled(ctx, { descriptors: [acme] });
    const loaded = await loadPlugins(ctx);
    expect(loaded.registry.all().map(({ id }) => id)).toEqual(['acme', 'own-tool']);
    expect([loaded.bringerOf('acme'), loaded.bringerOf('own-tool')]).toEqual(['acme', undefined]);
    expect(loaded.problems).toEqual([]);
    await loaded.close();
  });

  test('a module: its tool, without its code being loaded again', async () => {
    const ctx = world();
    const trace = join(ctx.host.homeDir, 'trace');
    await enabled(ctx, {
      module: `(await import('node:fs')).appendFileSync(${JSON.stringify(trace)}, 'set up\\n'); api.tools.register(${JSON.stringify(acme)});`,
    });
    rmSync(trace);
    const loaded = await loadPlugins(ctx);
    expect(loaded.registry.tool('acme')?.displayName).toBe('Acme');
    expect(existsSync(trace)).toBe(false);
    await loaded.close();
  });

  test('a program: its tool, without being started again', async () => {
    const ctx = world();
    const folder = await enabled(ctx, { program: programText(acme), permissions: ['account:info'] });
    const file = join(folder, 'program.mjs');
    const starts = asked(file).length;
    const loaded = await loadPlugins(ctx);
    expect(loaded.registry.tool('acme')?.displayName).toBe('Acme');
    expect(asked(file).length).toBe(starts);
    await loaded.close();
  });
});

test('nothing is enabled: the built-ins as they are, and nothing is made', async () => {
  const ctx = world();
  const loaded = await loadPlugins(ctx);
  expect(loaded.registry).toBe(ctx.builtIns);
  expect(existsSync(ctx.paths.root)).toBe(false);
  expect(loaded.reliesOn).toEqual({ absent: [ctx.paths.pluginTable], same: {} });
});

test('a linked plugin brings nothing before it is enabled, and nothing after it is disabled', async () => {
  const ctx = world();
  await linkPlugin(ctx, pluginIn(ctx, { descriptors: [acme] }));
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeUndefined();
  await enable(ctx, 'acme');
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeDefined();
  await disablePlugin(ctx, 'acme');
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeUndefined();
  expect(existsSync(ctx.paths.pluginTable)).toBe(false);
});

test('an edit in place is heeded by the next start', async () => {
  const ctx = world();
  await enabled(ctx, { descriptors: [acme] });
  pluginIn(ctx, { descriptors: [{ ...acme, displayName: 'Acme 2' }] });
  expect((await loadPlugins(ctx)).registry.tool('acme')?.displayName).toBe('Acme 2');
  // And noted: the table holds again.
  expect((await loadPlugins(ctx, { isHasty: true })).registry.tool('acme')?.displayName).toBe('Acme 2');
});

test('a plugin that asks for more is not used until somebody agrees, and says so', async () => {
  const ctx = world();
  await enabled(ctx, { descriptors: [acme] });
  pluginIn(ctx, { descriptors: [acme], permissions: ['network'] });
  const loaded = await loadPlugins(ctx);
  expect(loaded.registry.tool('acme')).toBeUndefined();
  expect(loaded.problems).toMatchObject([
    { code: 'PLUGIN_WAITS', message: expect.stringContaining('network') },
  ]);
  expect(findPlugin(ctx, 'acme').state).toBe('waiting');
  await enable(ctx, 'acme');
  expect((await loadPlugins(ctx)).registry.tool('acme')).toBeDefined();
});

test('a plugin of another kind than was agreed to is not used', async () => {
  const ctx = world();
  await enabled(ctx, { descriptors: [acme] });
  pluginIn(ctx, { descriptors: [acme], module: '' });
  const loaded = await loadPlugins(ctx);
  expect(loaded.problems).toMatchObject([{ code: 'PLUGIN_WAITS' }]);
});

test('one broken plugin costs only itself', async () => {
  const ctx = world();
  const folder = await enabled(ctx, { id: 'gone', descriptors: [{ id: 'gone-tool', displayName: 'Gone' }] });
  await enabled(ctx, { id: 'torn', descriptors: [{ id: 'torn-tool', displayName: 'Torn' }] });
  await enabled(ctx, { descriptors: [acme] });
  rmSync(folder, { recursive: true });
  put(join(ctx.host.homeDir, 'plugins-of-mine/torn/package.json'), '{"tools": ');
  const loaded = await loadPlugins(ctx);
  expect(loaded.registry.all().map(({ id }) => id)).toEqual(['acme', 'own-tool']);
  expect(loaded.problems.map(({ code }) => code)).toEqual(['PLUGIN_SOURCE_GONE', 'PLUGIN_MANIFEST_INVALID']);
});

test('a table of another release, or a damaged one, is made anew from the records', async () => {
  const ctx = world();
  await enabled(ctx, { descriptors: [acme] });
  const newer = { ...ctx, version: '1.1.0' };
  expect((await loadPlugins(newer)).registry.tool('acme')).toBeDefined();
  put(ctx.paths.pluginTable, '{"schemaVersion": 1, "by": "1.1');
  expect((await loadPlugins(newer)).registry.tool('acme')).toBeDefined();
  expect((await loadPlugins(newer, { isHasty: true })).registry.tool('acme')).toBeDefined();
});

describe('a tool of somebody else is never replaced', () => {
  test('enabling a plugin with the id of a built-in is refused, and changes nothing', async () => {
    const ctx = world();
    // It came to be one of a built-in after it was linked.
    await linkPlugin(ctx, pluginIn(ctx, { descriptors: [acme] }));
    pluginIn(ctx, { descriptors: [{ id: 'own-tool', displayName: 'Fake' }] });
    await expect(enable(ctx, 'acme')).rejects.toMatchObject({ code: 'TOOL_OWNED_BY_ANOTHER' });
    expect(findPlugin(ctx, 'acme').state).toBe('disabled');
    expect(existsSync(ctx.paths.pluginTable)).toBe(false);
  });

  test('a built-in that a later release adds wins, and the rest of the plugin works', async () => {
    const ctx = world();
    await enabled(ctx, { descriptors: [acme, { id: 'other', displayName: 'Other' }] });
    const { knownTools } = await import('../../../src/registry/index.ts');
    const later = { ...ctx, builtIns: knownTools([{ id: 'acme', displayName: 'Built in' }]) };
    const loaded = await loadPlugins(later);
    expect(loaded.registry.tool('acme')?.displayName).toBe('Built in');
    expect(loaded.registry.tool('other')).toBeDefined();
    expect(loaded.problems).toMatchObject([{ code: 'PLUGIN_TOOL_REFUSED' }]);
    expect(loaded.conflicts).toEqual([
      { point: 'tool', name: 'acme', winner: 'built-in', losers: ['acme'], isTie: false },
    ]);
  });

  test('another plugin with the same tool is not enabled', async () => {
    const ctx = world();
    await enabled(ctx, { descriptors: [acme] });
    await linkPlugin(ctx, pluginIn(ctx, { id: 'thief', descriptors: [acme] }));
    await expect(enable(ctx, 'thief')).rejects.toMatchObject({ code: 'TOOL_OWNED_BY_ANOTHER' });
  });
});

test('ten programs are asked all at once after an update of ours, and none of them at the next start', async () => {
  const ctx = world();
  const ids = Array.from({ length: 10 }, (_, at) => `p${at}`);
  const programs = await Promise.all(
    ids.map(async (id) => {
      const program = programText({ id: `${id}-tool`, displayName: id });
      return join(await enabled(ctx, { id, program }), 'program.mjs');
    }),
  );
  const starts = () => programs.map((file) => asked(file).filter((line) => line === 'start').length);
  const before = starts();
  const newer = { ...ctx, version: '1.1.0' };
  expect((await loadPlugins(newer)).registry.all().length).toBe(11);
  expect(starts()).toEqual(before.map((count) => count + 1));
  const loaded = await loadPlugins(newer);
  expect([loaded.registry.all().length, loaded.problems]).toEqual([11, []]);
  await loaded.close();
  expect(starts()).toEqual(before.map((count) => count + 1));
});

test('a program that says nothing any more costs its own tool, and the time of one answer', async () => {
  const ctx = world();
  const folder = await enabled(ctx, { program: programText(acme) });
  await enabled(ctx, { id: 'other', descriptors: [{ id: 'other-tool', displayName: 'Other' }] });
  putProgram(join(folder, 'program.mjs'), 'process.exit(3);');
  const loaded = await loadPlugins(ctx);
  expect(loaded.registry.all().map(({ id }) => id)).toEqual(['other-tool', 'own-tool']);
  expect(loaded.problems.length).toBe(1);
  expect(loaded.problems[0]?.message).toContain('acme');
  await loaded.close();
});
