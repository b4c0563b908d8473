import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  disablePlugin,
  enablePlugin,
  examinePlugins,
  findPlugin,
  isInUse,
  linkPlugin,
  listPlugins,
  loadPlugins,
  type PluginsContext,
  planEnable,
  pluginFolder,
  removePlugin,
  unlinkPlugin,
} from '../../../src/plugins/index.ts';
import { faultyFiles } from '../../support/faulty-files.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { treeOf } from '../../support/tree.ts';
import { enable, enabled, pluginIn, programText, put, putProgram, world } from './world.ts';

/** A world in which nothing was written only just now, for what is done hundreds of times and changes no plugin's files. */
const ahead = () => world({ now: () => new Date(Date.now() + 1000) });

const tool = (id: string) => ({ id: `${id}-tool`, displayName: id });

describe('linking', () => {
  test('a folder: nothing of it runs, it is disabled, and the same again is refused', async () => {
    const ctx = world();
    const folder = pluginIn(ctx, { module: 'throw new Error("never")' });
    const entry = await linkPlugin(ctx, folder);
    expect(entry).toMatchObject({
      id: 'acme',
      kind: 'module',
      state: 'disabled',
      source: { how: 'linked', path: folder },
    });
    await expect(linkPlugin(ctx, folder)).rejects.toMatchObject({
      code: 'PLUGIN_ALREADY_THERE',
      hint: 'tools plugin enable acme',
    });
  });

  test('a program without a package: its id is that of its tool, and it asks for what it announces', async () => {
    const ctx = world();
    const file = join(ctx.host.homeDir, 'bare.mjs');
    putProgram(file, programText({ id: 'bare', displayName: 'Bare' }));
    expect(await linkPlugin(ctx, file)).toMatchObject({
      id: 'bare',
      kind: 'program',
      version: null,
      state: 'disabled',
    });
    await enable(ctx, 'bare');
    expect(findPlugin(ctx, 'bare').record?.confirmed?.permissions).toEqual([
      'code:child-process',
      'account:info',
      'account:credential',
    ]);
    const loaded = await loadPlugins(ctx);
    expect(loaded.registry.tool('bare')).toBeDefined();
    expect(loaded.extensions.providers('credentialCopy').length).toBe(1);
    await loaded.close();
  });

  test.each([
    ['nothing', 'nope', 'PLUGIN_SOURCE_NOT_FOUND'],
    ['a file that is no program', 'text.txt', 'PLUGIN_SOURCE_UNUSABLE'],
    ['a folder without a manifest', 'empty', 'PLUGIN_MANIFEST_MISSING'],
  ])('%s is refused, and nothing is made', async (_case, name, code) => {
    const ctx = world();
    put(join(ctx.host.homeDir, 'text.txt'), 'x');
    mkdirSync(join(ctx.host.homeDir, 'empty'));
    await expect(linkPlugin(ctx, `./${name}`)).rejects.toMatchObject({ code });
    expect(existsSync(ctx.paths.root)).toBe(false);
  });
});

describe('B094: what brings the id of a built-in tool, or what some disks take for it, is not even linked', () => {
  test.each(['own-tool', 'Own-Tool', 'ｏwn-tool'])('%s', async (id) => {
    const ctx = world();
    const folder = pluginIn(ctx, { descriptors: [tool('good'), { id, displayName: 'Mine' }] });
    await expect(linkPlugin(ctx, folder)).rejects.toMatchObject({ name: 'RegistrationError', data: { id } });
    const file = join(ctx.host.homeDir, 'bare.mjs');
    putProgram(file, programText({ id, displayName: 'Mine' }));
    await expect(linkPlugin(ctx, file)).rejects.toMatchObject({ name: 'RegistrationError', data: { id } });
    expect(existsSync(ctx.paths.root)).toBe(false);
  });
});

describe('B101: an id leads nowhere but into the folder of plugins', () => {
  test.each(['../../evil', '/tmp/evil', 'a/b', '.', '..', 'a\\b', 'CON', '', 'x.lock', 'enabled.json'])(
    '%j',
    async (id) => {
      const ctx = world();
      expect(thrownBy(() => findPlugin(ctx, id))).toMatchObject({ code: 'PLUGIN_ID_REFUSED', exit: 2 });
      expect(thrownBy(() => pluginFolder(ctx, id))).toMatchObject({ code: 'PLUGIN_ID_REFUSED' });
      const folder = join(ctx.host.homeDir, 'evil');
      const manifest = {
        manifestVersion: 1,
        apiVersion: '1.0',
        id,
        publisher: { id: 'e', name: 'E' },
        display: { name: 'E' },
        descriptors: [tool('e')],
      };
      put(join(folder, 'package.json'), JSON.stringify({ name: 'evil', version: '1.0.0', tools: manifest }));
      await expect(linkPlugin(ctx, folder)).rejects.toThrow();
      expect(existsSync(ctx.paths.root)).toBe(false);
    },
  );

  test('a package that calls itself something else since it was linked is not that plugin', async () => {
    const ctx = world();
    const folder = await enabled(ctx, { descriptors: [tool('acme')] });
    const file = join(folder, 'package.json');
    put(file, readFileSync(file, 'utf8').replace('"id":"acme"', '"id":"other"'));
    expect((await loadPlugins(ctx)).problems).toMatchObject([{ code: 'PLUGIN_ID_MISMATCH' }]);
  });
});

describe('removing', () => {
  test('B105: a link out of the folder is no way out', async () => {
    const ctx = world();
    const folder = await enabled(ctx, { descriptors: [tool('acme')] });
    const keep = join(ctx.host.homeDir, 'keep');
    put(join(keep, 'file'), 'kept');
    symlinkSync(keep, join(pluginFolder(ctx, 'acme'), 'out'));
    const before = [treeOf(keep), treeOf(folder)];
    await removePlugin(ctx, 'acme');
    for (const id of ['../keep', '.'])
      await expect(removePlugin(ctx, id)).rejects.toMatchObject({ code: 'PLUGIN_ID_REFUSED', exit: 2 });
    expect([treeOf(keep), treeOf(folder)]).toEqual(before);
    expect(existsSync(pluginFolder(ctx, 'acme'))).toBe(false);
    expect(listPlugins(ctx)).toEqual([]);
  });

  test('B105: a folder of ours that is a link itself is no plugin', async () => {
    const ctx = world();
    const keep = join(ctx.host.homeDir, 'keep');
    put(join(keep, 'plugin.json'), '{}');
    mkdirSync(ctx.paths.plugins, { recursive: true });
    symlinkSync(keep, join(ctx.paths.plugins, 'linked'));
    expect(listPlugins(ctx)).toEqual([]);
    await expect(removePlugin(ctx, 'linked')).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
  });

  test('one whose source is gone, or whose record is damaged, can be removed', async () => {
    const ctx = world();
    const folder = await enabled(ctx, { descriptors: [tool('acme')] });
    await linkPlugin(ctx, pluginIn(ctx, { id: 'torn', descriptors: [tool('torn')] }));
    rmSync(folder, { recursive: true });
    put(join(pluginFolder(ctx, 'torn'), 'plugin.json'), '{"id":');
    expect(listPlugins(ctx).map(({ id, state, problem }) => [id, state, problem?.code])).toEqual([
      ['acme', 'broken', 'PLUGIN_SOURCE_GONE'],
      ['torn', 'broken', 'STATE_DAMAGED'],
    ]);
    await unlinkPlugin(ctx, 'acme');
    await removePlugin(ctx, 'torn');
    expect(listPlugins(ctx)).toEqual([]);
    expect((await loadPlugins(ctx)).problems).toEqual([]);
  });
});

test('one of another kind than was agreed to waits, also where it asks for nothing more', async () => {
  const ctx = world();
  await enabled(ctx, { module: '', descriptors: [tool('acme')] });
  pluginIn(ctx, { descriptors: [tool('acme')] });
  expect(findPlugin(ctx, 'acme')).toMatchObject({
    state: 'waiting',
    problem: { code: 'PLUGIN_WAITS', message: expect.stringContaining('is of the kind "data" now') },
  });
});

test('what the settings name by a path that begins anywhere is broken, and told, wherever that path leads from here', async () => {
  const ctx = world();
  pluginIn(ctx, { descriptors: [tool('acme')] });
  put(ctx.paths.settings, JSON.stringify({ schemaVersion: 1, plugins: { acme: './plugins-of-mine/acme' } }));
  expect(listPlugins(ctx)).toMatchObject([
    {
      id: 'acme',
      state: 'broken',
      problem: { code: 'PLUGIN_PATH_RELATIVE', hint: 'tools settings set plugins.acme PATH' },
    },
  ]);
  await expect(enable(ctx, 'acme')).rejects.toMatchObject({ code: 'PLUGIN_PATH_RELATIVE' });
});

test('what the settings name wins over what is linked, and has to be agreed to', async () => {
  const ctx = world();
  await enabled(ctx, { descriptors: [tool('acme')] });
  const other = join(ctx.host.homeDir, 'elsewhere');
  put(
    join(other, 'package.json'),
    readFileSync(join(ctx.host.homeDir, 'plugins-of-mine/acme/package.json'), 'utf8').replace(
      'acme-tool',
      'other-tool',
    ),
  );
  put(ctx.paths.settings, JSON.stringify({ schemaVersion: 1, plugins: { acme: other } }));
  expect((await loadPlugins(ctx)).problems).toMatchObject([{ code: 'PLUGIN_WAITS' }]);
  expect(findPlugin(ctx, 'acme')).toMatchObject({
    state: 'waiting',
    source: { how: 'settings', path: other },
    overrides: [{ how: 'linked' }],
  });
  await enable(ctx, 'acme');
  expect((await loadPlugins(ctx)).registry.tool('other-tool')).toBeDefined();
  expect((await loadPlugins(ctx)).registry.tool('acme-tool')).toBeUndefined();
});

test('ten at once: none is lost, whoever enables or disables', async () => {
  const ctx = world();
  const ids = Array.from({ length: 10 }, (_, at) => `p${at}`);
  await Promise.all(ids.map((id) => enabled(ctx, { id, descriptors: [tool(id)] })));
  expect((await loadPlugins(ctx)).registry.all().length).toBe(11);
  await Promise.all(ids.slice(0, 5).map((id) => disablePlugin(ctx, id)));
  expect((await loadPlugins(ctx)).registry.all().length).toBe(6);
  const again = await Promise.all([
    loadPlugins(ctx),
    enable(ctx, 'p0'),
    loadPlugins(ctx),
    disablePlugin(ctx, 'p9'),
  ]);
  expect(again.length).toBe(4);
  expect((await loadPlugins(ctx)).registry.all().map(({ id }) => id)).toEqual([
    'own-tool',
    'p0-tool',
    'p5-tool',
    'p6-tool',
    'p7-tool',
    'p8-tool',
  ]);
});

describe('killed at any step', () => {
  type World = ReturnType<typeof world>;
  const linked = async (ctx: World) => {
    await enabled(ctx, { id: 'other', descriptors: [tool('other')] });
    await linkPlugin(ctx, pluginIn(ctx, { descriptors: [tool('acme')] }));
  };
  const both = async (ctx: World) => {
    await linked(ctx);
    await enable(ctx, 'acme');
  };
  const again = (ctx: World) => enable(ctx, 'acme');

  test.each([
    ['enable', 'half', linked, again, again],
    ['enable', 'after', linked, again, again],
    ['disable', 'after', both, (ctx: World) => disablePlugin(ctx, 'acme'), again],
    ['unlink', 'after', both, (ctx: World) => unlinkPlugin(ctx, 'acme'), async () => undefined],
  ] as const)(
    '%s, %s it: all is as before or as after, and the others work',
    async (_change, when, prepare, work, redo) => {
      for (let step = 1, isDone = false; !isDone; step += 1) {
        const real = ahead();
        const faulty = faultyFiles(real.host.files);
        const ctx = { ...real, host: { ...real.host, files: faulty.files } };
        await prepare(ctx);
        faulty.dieAt(step, when);
        isDone = await work(ctx).then(
          () => true,
          () => false,
        );
        faulty.heal();
        // Another process, to which the one that died is dead.
        const processes = { ...ctx.host.processes, stateOf: () => 'dead' as const };
        const later = { ...ctx, host: { ...ctx.host, processes } };
        const loaded = await loadPlugins(later);
        const isUsed = loaded.registry.tool('acme-tool') !== undefined;
        const isEnabled = listPlugins(later).some(({ id, state }) => id === 'acme' && state === 'enabled');
        expect([step, isUsed]).toEqual([step, isEnabled]);
        expect([step, loaded.registry.tool('other-tool')?.id, loaded.problems]).toEqual([
          step,
          'other-tool',
          [],
        ]);
        await redo(later);
        expect(step).toBeLessThan(60);
      }
    },
  );
});

test.each(['ENOSPC', 'EACCES'])(
  'a disk that refuses (%s): what was not written is not done, and nothing is lost',
  async (errno) => {
    const real = world();
    const faulty = faultyFiles(real.host.files);
    const ctx = { ...real, host: { ...real.host, files: faulty.files } };
    await enabled(ctx, { id: 'other', descriptors: [tool('other')] });
    await linkPlugin(ctx, pluginIn(ctx, { descriptors: [tool('acme')] }));
    faulty.failWhere((_method, path) => path.includes('plugin.json'), errno);
    await expect(enable(ctx, 'acme')).rejects.toMatchObject({ code: 'WRITE_FAILED' });
    faulty.heal();
    expect(findPlugin(ctx, 'acme').state).toBe('disabled');
    expect((await loadPlugins(ctx)).registry.all().map(({ id }) => id)).toEqual(['other-tool', 'own-tool']);
    expect(readdirSync(ctx.paths.plugins).sort()).toEqual(['acme', 'enabled.json', 'other']);
  },
);

test.each([
  ['enable', async () => undefined, (ctx: PluginsContext) => enable(ctx, 'acme'), 'disabled', 'enabled'],
  [
    'disable',
    (ctx: PluginsContext) => enable(ctx, 'acme'),
    (ctx: PluginsContext) => disablePlugin(ctx, 'acme'),
    'enabled',
    'disabled',
  ],
] as const)(
  'whichever write of %s a full disk refuses: what is said to have failed was not done, and what was is done',
  async (_change, prepare, work, before, after) => {
    for (let step = 1, isSpared = false; !isSpared; step += 1) {
      const real = ahead();
      const faulty = faultyFiles(real.host.files);
      const ctx = { ...real, host: { ...real.host, files: faulty.files } };
      await linkPlugin(ctx, pluginIn(ctx, { descriptors: [tool('acme')] }));
      await prepare(ctx);
      const steps = faulty.steps.length;
      faulty.failAt(step, 'ENOSPC');
      const code: string = await work(ctx).then(
        () => 'done',
        (error) => error.code,
      );
      isSpared = faulty.steps.length < steps + step;
      faulty.heal();
      const { state } = findPlugin(ctx, 'acme');
      // A lock that can't be given up is told after the work; what is unsure may be either.
      const isDone = code === 'done' || code === 'LOCK_KEPT';
      if (code !== 'WRITE_UNSURE') expect([step, code, state]).toEqual([step, code, isDone ? after : before]);
      const isUsed = (await loadPlugins(ctx)).registry.tool('acme-tool') !== undefined;
      expect([step, isUsed]).toEqual([step, state === 'enabled']);
      expect(step).toBeLessThan(60);
    }
  },
);

test('where the table was taken away: that nothing is used is told, and enabling one brings back all', async () => {
  const ctx = world();
  for (const id of ['acme', 'other']) await enabled(ctx, { id, descriptors: [tool(id)] });
  rmSync(ctx.paths.pluginTable);
  expect((await examinePlugins(ctx, undefined)).map(({ code }) => code)).toEqual([
    'PLUGIN_TABLE_GONE',
    'PLUGIN_TABLE_GONE',
  ]);
  expect(isInUse(ctx, findPlugin(ctx, 'acme'))).toBe(false);
  await enable(ctx, 'acme');
  expect((await loadPlugins(ctx)).registry.all().map(({ id }) => id)).toEqual([
    'acme-tool',
    'other-tool',
    'own-tool',
  ]);
  expect(await examinePlugins(ctx, undefined)).toEqual([]);
});

test('what is gone by the time that it is enabled leaves nothing in the journal', async () => {
  const ctx = world();
  const { id } = await linkPlugin(ctx, pluginIn(ctx, { descriptors: [tool('acme')] }));
  const before = readdirSync(ctx.paths.journal);
  // Unlinked by somebody else after it was looked at, while we wait for our turn.
  const { files } = ctx.host;
  let looks = 0;
  const isGone = () => existsSync(`${ctx.paths.pluginTable}.lock`) && looks++ === 0;
  const readFile = (path: string) => {
    if (path.startsWith(pluginFolder(ctx, id)) && isGone())
      rmSync(pluginFolder(ctx, id), { recursive: true });
    return files.readFile(path);
  };
  const plan = await planEnable(ctx, id);
  const meanwhile = { ...ctx, host: { ...ctx.host, files: { ...files, readFile } } };
  await expect(enablePlugin(meanwhile, id, plan)).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
  expect(readdirSync(ctx.paths.journal)).toEqual(before);
});

test('of six that link one folder at once five are refused, and the journal knows of one', async () => {
  const ctx = world();
  const folder = pluginIn(ctx, { descriptors: [tool('acme')] });
  const links = await Promise.allSettled(Array.from({ length: 6 }, () => linkPlugin(ctx, folder)));
  const refused = links.flatMap((link) => (link.status === 'rejected' ? link.reason.code : []));
  expect(refused).toEqual(Array(5).fill('PLUGIN_ALREADY_THERE'));
  expect(readdirSync(ctx.paths.journal)).toHaveLength(1);
});
