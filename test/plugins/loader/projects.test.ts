import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AccountsContext,
  noExtensions,
  readBindingFile,
  revokeTrust,
  trustFile,
} from '../../../src/accounts/index.ts';
import {
  disablePlugin,
  enableAgain,
  findPlugin,
  linkPlugin,
  listPlugins,
  loadPlugins,
  type PluginsContext,
  removePlugin,
  unlinkPlugin,
} from '../../../src/plugins/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { enable, enabled, type PluginOnDisk, pluginIn, programText, put, world } from './world.ts';

const acme = { id: 'acme-tool', displayName: 'Acme' };
const guarding: PluginOnDisk = {
  id: 'guard',
  module: "api.extensions.register('runHook', async () => ({ refuse: 'no' }));",
  permissions: ['hook:run'],
};

let outside: ReturnType<typeof world>;
let repo: string;
let file: string;

beforeEach(() => {
  outside = world();
  repo = join(outside.host.homeDir, 'plugins-of-mine');
  file = join(repo, '.ai-tools.toml');
  mkdirSync(join(repo, 'deep/er'), { recursive: true });
});

const at = (cwd: string): PluginsContext => ({ ...outside, host: { ...outside.host, cwd } });
const inside = () => at(join(repo, 'deep/er'));

function accounts(): AccountsContext {
  const { host, paths, builtIns: registry, tell } = outside;
  return { host, paths, registry, extensions: noExtensions, tell };
}

/** The file of the repository, and that it is trusted. */
async function named(...names: readonly string[]): Promise<void> {
  put(file, `plugins = ${JSON.stringify(names)}\n`);
  await trustFile(accounts(), readBindingFile(accounts(), file));
}

const states = (ctx: PluginsContext) =>
  listPlugins(ctx).map(({ id, state, source }) => [id, state, source.how]);

async function toolsOf(ctx: PluginsContext): Promise<readonly string[]> {
  const loaded = await loadPlugins(ctx);
  await loaded.close();
  return loaded.registry.all().map(({ id }) => id);
}

describe('a plugin that the file of a repository names', () => {
  test('is there at and below the directory of the file, disabled, once the file is trusted', async () => {
    pluginIn(outside, { descriptors: [acme] });
    put(file, 'plugins = ["./acme"]\n');
    expect(states(inside())).toEqual([]);
    await named('./acme');
    for (const place of [repo, join(repo, 'deep'), join(repo, 'deep/er')])
      expect(states(at(place))).toEqual([['acme', 'disabled', 'project']]);
    for (const place of [outside.host.homeDir, '/']) expect(states(at(place))).toEqual([]);
    expect(await toolsOf(inside())).toEqual(['own-tool']);
  });

  test('is used there and nowhere else, from the table as any other, until its file changes or is trusted no more', async () => {
    pluginIn(outside, { program: programText(acme), manifest: { permissions: ['code:child-process'] } });
    await named('./acme');
    await enable(inside(), 'acme');
    for (let round = 0; round < 2; round += 1) {
      expect(await toolsOf(inside())).toEqual(['acme-tool', 'own-tool']);
      expect(await toolsOf(outside)).toEqual(['own-tool']);
    }
    put(file, 'plugins = ["./acme"]\n# changed\n');
    expect([await toolsOf(inside()), states(inside())]).toEqual([['own-tool'], []]);
    await named('./acme');
    expect(await toolsOf(inside())).toEqual(['acme-tool', 'own-tool']);
    await revokeTrust(accounts(), file);
    expect([await toolsOf(inside()), states(inside())]).toEqual([['own-tool'], []]);
  });

  test('asks again when it asks for more', async () => {
    pluginIn(outside, guarding);
    await named('./guard');
    await enable(inside(), 'guard');
    pluginIn(outside, { ...guarding, permissions: ['hook:run', 'list:column'] });
    expect(findPlugin(inside(), 'guard').state).toBe('waiting');
    expect((await loadPlugins(inside())).problems).toMatchObject([{ code: 'PLUGIN_WAITS' }]);
  });

  test('that lies elsewhere by now is not what was agreed to, and says so', async () => {
    pluginIn(outside, { descriptors: [acme] });
    await named('./acme');
    await enable(inside(), 'acme');
    renameSync(join(repo, 'acme'), join(repo, 'moved'));
    symlinkSync('moved', join(repo, 'acme'));
    expect(findPlugin(inside(), 'acme').problem).toMatchObject({
      code: 'PLUGIN_WAITS',
      message: expect.stringContaining(join(repo, 'moved')),
    });
    expect(await toolsOf(inside())).toEqual(['own-tool']);
  });

  test('and that guarded starts says no once it is gone, there and not elsewhere', async () => {
    const folder = pluginIn(outside, guarding);
    await named('./guard');
    await enable(inside(), 'guard');
    rmSync(folder, { recursive: true });
    const { extensions, problems } = await loadPlugins(inside());
    expect(problems).toMatchObject([{ code: 'PLUGIN_SOURCE_GONE' }]);
    expect(extensions.providers('runHook')).toHaveLength(1);
    expect((await loadPlugins(outside)).extensions.providers('runHook')).toEqual([]);
  });

  test('is still known there when the table was made anew elsewhere', async () => {
    pluginIn(outside, guarding);
    await named('./guard');
    await enable(inside(), 'guard');
    for (const text of ['{', '', '{"schemaVersion":1,"by":"0.0.0","nonce":"","stamps":{},"plugins":[]}']) {
      put(outside.paths.pluginTable, text);
      expect((await loadPlugins(outside)).plugins).toEqual([]);
      expect((await loadPlugins(inside())).extensions.providers('runHook')).toHaveLength(1);
    }
    await disablePlugin(outside, 'guard');
    expect((await loadPlugins(inside())).extensions.providers('runHook')).toEqual([]);
  });

  test('can be disabled, enabled again and removed from anywhere; what else is asked of it is asked there', async () => {
    pluginIn(outside, { descriptors: [acme] });
    await named('./acme');
    await enable(inside(), 'acme');
    await disablePlugin(outside, 'acme');
    expect(await toolsOf(inside())).toEqual(['own-tool']);
    await enableAgain(outside, 'acme');
    expect([await toolsOf(outside), await toolsOf(inside())]).toEqual([
      ['own-tool'],
      ['acme-tool', 'own-tool'],
    ]);
    await expect(enable(outside, 'acme')).rejects.toMatchObject({
      code: 'PLUGIN_ELSEWHERE',
      hint: expect.stringMatching(/^cd .*\/acme"?$/),
    });
    await removePlugin(outside, 'acme');
    expect(states(inside())).toEqual([['acme', 'disabled', 'project']]);
    await expect(removePlugin(inside(), 'acme')).rejects.toMatchObject({ code: 'PLUGIN_NOT_OURS_TO_REMOVE' });
    expect(thrownBy(() => findPlugin(outside, 'acme'))).toMatchObject({ code: 'PLUGIN_NOT_FOUND' });
  });
});

describe('least trusted', () => {
  test('one that is linked, before or after, is the plugin of that id', async () => {
    pluginIn(outside, { descriptors: [acme] });
    await named('./acme');
    const other = join(outside.host.homeDir, 'other');
    renameSync(pluginIn(outside, { id: 'twin', descriptors: [acme], manifest: { id: 'acme' } }), other);
    await linkPlugin(inside(), other);
    const [entry] = listPlugins(inside());
    expect(entry).toMatchObject({
      id: 'acme',
      source: { how: 'linked', path: other },
      overrides: [{ how: 'project', path: join(repo, 'acme') }],
    });
    await unlinkPlugin(inside(), 'acme');
    expect(states(inside())).toEqual([['acme', 'disabled', 'project']]);
  });

  test('a tool that it brings keeps nobody else from bringing it, who then counts', async () => {
    pluginIn(outside, { descriptors: [acme] });
    await named('./acme');
    await enable(inside(), 'acme');
    await enabled(outside, { id: 'mine', descriptors: [{ ...acme, displayName: 'Mine' }] });
    const { registry, problems, close } = await loadPlugins(inside());
    expect(registry.tool('acme-tool')?.displayName).toBe('Mine');
    expect(problems).toMatchObject([{ code: 'PLUGIN_TOOL_REFUSED', data: { id: 'acme' } }]);
    await close();
  });

  test('one id is one plugin: what was decided about, and set for, that of one repository is not for another’s', async () => {
    pluginIn(outside, { descriptors: [acme] });
    await named('./acme');
    await enable(inside(), 'acme');
    const clone = join(outside.host.homeDir, 'clone');
    put(join(clone, '.ai-tools.toml'), 'plugins = ["./acme"]\n');
    renameSync(
      pluginIn(outside, { id: 'twin', module: 'throw 1', manifest: { id: 'acme' } }),
      join(clone, 'acme'),
    );
    await trustFile(accounts(), readBindingFile(accounts(), join(clone, '.ai-tools.toml')));
    expect(findPlugin(at(clone), 'acme')).toMatchObject({
      state: 'broken',
      problem: { code: 'PLUGIN_ALREADY_THERE', hint: 'tools plugin remove acme' },
    });
    expect(await toolsOf(at(clone))).toEqual(['own-tool']);
    await expect(enable(at(clone), 'acme')).rejects.toMatchObject({ code: 'PLUGIN_ALREADY_THERE' });
    await expect(linkPlugin(outside, join(clone, 'acme'))).rejects.toMatchObject({
      code: 'PLUGIN_ALREADY_THERE',
    });
    expect(await toolsOf(inside())).toEqual(['acme-tool', 'own-tool']);
  });
});

describe('only what lies in the repository', () => {
  test.each([
    ['a folder that leads out of it', 'away', 'leads out'],
    ['the directory itself', 'self', 'leads out'],
    ['a program', 'program', 'no folder'],
  ])('%s is told, and not used', async (_case, name, says) => {
    renameSync(pluginIn(outside, { descriptors: [acme] }), join(outside.host.homeDir, 'elsewhere'));
    symlinkSync('../elsewhere', join(repo, 'away'));
    symlinkSync('.', join(repo, 'self'));
    put(join(repo, 'program'), '#!/bin/sh\n');
    await named(`./${name}`);
    const [entry] = listPlugins(inside());
    expect(entry).toMatchObject({ id: name, state: 'broken', problem: { code: 'PLUGIN_PROJECT_UNUSABLE' } });
    expect(entry?.problem?.message).toContain(says);
    await expect(enable(inside(), name)).rejects.toMatchObject({ code: 'PLUGIN_PROJECT_UNUSABLE' });
  });

  test.each([
    ['../acme'],
    ['/acme'],
    ['acme/../../x'],
    [''],
    ['.'],
    ['C:/x'],
    ['a\\\\b'],
    ['a//b'],
    ['a\\u0000'],
    ['\\u202Ea'],
  ])('a path such as "%s" is no part of a file that is understood', (path) => {
    put(file, `plugins = ["${path}"]\n`);
    expect(thrownBy(() => readBindingFile(accounts(), file))).toMatchObject({ code: 'BINDING_FILE_DAMAGED' });
  });

  test('a link to a file that is trusted elsewhere names nothing here', async () => {
    pluginIn(outside, { descriptors: [acme] });
    await named('./acme');
    const other = join(outside.host.homeDir, 'other');
    renameSync(pluginIn(outside, { id: 'acme2', descriptors: [acme] }), join(repo, 'acme2'));
    mkdirSync(other);
    symlinkSync(file, join(other, '.ai-tools.toml'));
    expect(states(at(other))).toEqual([]);
  });
});
