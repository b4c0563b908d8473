import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { noExtensions, readBindingFile, trustFile } from '../../../src/accounts/index.ts';
import {
  findPlugin,
  linkPlugin,
  loadPlugins,
  type PluginsContext,
  planEnable,
} from '../../../src/plugins/index.ts';
import { enable, type PluginOnDisk, pluginIn, programText, put, world } from './world.ts';

const acme = { id: 'acme-tool', displayName: 'Acme' };
const account = { kind: 'system', label: 'system' } as const;

let outside: ReturnType<typeof world>;
let repo: string;

beforeEach(() => {
  outside = world();
  repo = join(outside.host.homeDir, 'plugins-of-mine');
});

const inside = (): PluginsContext => ({ ...outside, host: { ...outside.host, cwd: repo } });

/** A plugin that a trusted file of a repository names, and that was agreed to. */
async function agreedTo(plugin: PluginOnDisk): Promise<string> {
  const folder = pluginIn(outside, plugin);
  const { host, paths, builtIns: registry, tell } = outside;
  const state = { host, paths, registry, extensions: noExtensions, tell };
  const file = join(repo, '.ai-tools.toml');
  put(file, 'plugins = ["./acme"]\n');
  await trustFile(state, readBindingFile(state, file));
  await enable(inside(), 'acme');
  return folder;
}

/** Leaves a file when it is set up. */
const leaving = (file: string) => `(await import('node:fs')).writeFileSync(${JSON.stringify(file)}, '');`;
const guard = (answer: string): PluginOnDisk => ({
  module: `api.extensions.register('runHook', async () => (${answer}));`,
  permissions: ['hook:run'],
});
test.each<[string, PluginOnDisk, () => void]>([
  [
    'the entry of its module',
    { module: '', descriptors: [acme] },
    () => pluginIn(outside, { module: '/**/', descriptors: [acme] }),
  ],
  [
    'its program',
    { program: programText(acme) },
    () => pluginIn(outside, { program: programText(acme, '// more') }),
  ],
  [
    'its manifest',
    { descriptors: [acme] },
    () => pluginIn(outside, { descriptors: [acme], manifest: { display: { name: 'Another' } } }),
  ],
  [
    'data of it in the manifest',
    { descriptors: [acme] },
    () => pluginIn(outside, { descriptors: [{ ...acme, displayName: 'Another' }] }),
  ],
  [
    'data of it in a file',
    { manifest: { descriptors: ['./tool.json'] }, permissions: [] },
    () => put(join(repo, 'acme/tool.json'), JSON.stringify({ ...acme, displayName: 'Another' })),
  ],
])(
  '%s changed in the repository: it is not used, says so, and is asked for again',
  async (_what, plugin, change) => {
    put(join(repo, 'acme/tool.json'), JSON.stringify(acme));
    await agreedTo(plugin);
    expect((await planEnable(inside(), 'acme')).why).toBeUndefined();
    const before = await loadPlugins(inside());
    expect([before.registry.tool('acme-tool') !== undefined, before.problems]).toEqual([true, []]);
    await before.close();

    change();
    for (let round = 0; round < 2; round += 1) {
      const { registry, problems } = await loadPlugins(inside());
      expect(registry.tool('acme-tool')).toBeUndefined();
      expect(problems.map(({ message }) => message)).toEqual([
        'the plugin "acme" is not used until you agree again: it changed in its repository.',
      ]);
    }
    expect(findPlugin(inside(), 'acme').state).toBe('waiting');
    expect(await planEnable(inside(), 'acme')).toMatchObject({
      isNew: false,
      added: [],
      why: 'it changed in its repository',
    });

    await enable(inside(), 'acme');
    const after = await loadPlugins(inside());
    expect([after.registry.tool('acme-tool') !== undefined, after.problems]).toEqual([true, []]);
    await after.close();
  },
);

test('nothing of changed code runs before somebody agrees, in haste or not', async () => {
  const left = join(outside.host.homeDir, 'set-up');
  await agreedTo({ module: '', descriptors: [acme] });
  pluginIn(outside, { module: leaving(left), descriptors: [acme] });
  await loadPlugins(inside());
  const hasty = await loadPlugins(inside(), { isHasty: true });
  expect(hasty.problems).toMatchObject([{ code: 'PLUGIN_WAITS' }]);
  await expect(hasty.plugins[0]?.module()).rejects.toMatchObject({ code: 'PLUGIN_WAITS' });
  expect(existsSync(left)).toBe(false);
});

test('what changes while a command runs is not loaded by it any more', async () => {
  const left = join(outside.host.homeDir, 'set-up');
  await agreedTo({ module: '', descriptors: [acme] });
  const { plugins } = await loadPlugins(inside());
  pluginIn(outside, { module: leaving(left), descriptors: [acme] });
  await expect(plugins[0]?.module()).rejects.toMatchObject({ code: 'PLUGIN_FAILED' });
  expect(existsSync(left)).toBe(false);
});

test('the same bytes once more are what was agreed to, whenever they were written', async () => {
  const folder = await agreedTo({ module: '', descriptors: [acme] });
  const file = join(folder, 'plugin.js');
  writeFileSync(file, readFileSync(file));
  utimesSync(file, 1, 1);
  const { registry, problems } = await loadPlugins(inside());
  expect([registry.tool('acme-tool') !== undefined, problems]).toEqual([true, []]);
});

test('what lies beside the entry is not part of it', async () => {
  const folder = await agreedTo({ module: '', descriptors: [acme] });
  put(join(folder, 'more.js'), 'export {};');
  expect((await loadPlugins(inside())).problems).toEqual([]);
  expect(findPlugin(inside(), 'acme').state).toBe('enabled');
});

test('a program that nobody can read is broken, and named', async () => {
  const folder = await agreedTo({ program: programText(acme) });
  const { host } = inside();
  const readFile = (file: string) => {
    if (file === join(folder, 'program.mjs')) throw Object.assign(new Error('no'), { code: 'EACCES' });
    return host.files.readFile(file);
  };
  const files = Object.assign(Object.create(host.files), { readFile });
  expect(findPlugin({ ...outside, host: { ...host, files } }, 'acme')).toMatchObject({
    state: 'broken',
    problem: { code: 'PLUGIN_EXPORT_UNUSABLE', message: expect.stringContaining('(EACCES)') },
  });
});

test('a guard of a repository that changed refuses starts, whatever it would say by now', async () => {
  await agreedTo(guard('null'));
  const ask = async () => {
    const { registry, extensions } = await loadPlugins(inside());
    return Promise.all(
      extensions
        .providers('runHook')
        .map(({ provide }) => provide(registry.all()[0] as never, account as never)),
    );
  };
  expect(await ask()).toEqual([undefined]);
  pluginIn(outside, guard('undefined ?? null'));
  await expect(ask()).rejects.toMatchObject({ code: 'PLUGIN_WAITS' });
  await enable(inside(), 'acme');
  expect(await ask()).toEqual([undefined]);
});

test('a guard in whose place something of another id lies by now refuses starts, and is told', async () => {
  const folder = await agreedTo(guard('null'));
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  put(join(folder, 'package.json'), text.replace('"id":"acme","publisher"', '"id":"other","publisher"'));
  for (let round = 0; round < 2; round += 1) {
    const { extensions, problems } = await loadPlugins(inside());
    expect(problems).toMatchObject([{ code: 'PLUGIN_ID_MISMATCH' }]);
    expect(extensions.providers('runHook')).toHaveLength(1);
  }
  expect([findPlugin(inside(), 'acme').state, findPlugin(inside(), 'other').state]).toEqual([
    'broken',
    'disabled',
  ]);
  expect((await loadPlugins(outside)).extensions.providers('runHook')).toEqual([]);
});

test('named by its path for one run, it has to be what was agreed to as well', async () => {
  const folder = await agreedTo({ module: '', descriptors: [acme] });
  const trial = { paths: [folder], isAgreed: false, agreeing: 'tools --yes' };
  await (await loadPlugins({ ...inside(), trial })).close();
  pluginIn(outside, { module: '/**/', descriptors: [acme] });
  await expect(loadPlugins({ ...inside(), trial })).rejects.toMatchObject({ code: 'PLUGIN_NOT_AGREED' });
});

test('one that is linked changes its code as its developer likes', async () => {
  await linkPlugin(outside, pluginIn(outside, { module: '', descriptors: [acme] }));
  await enable(outside, 'acme');
  pluginIn(outside, { module: '/**/', descriptors: [acme] });
  expect((await loadPlugins(outside)).problems).toEqual([]);
  expect(findPlugin(outside, 'acme').state).toBe('enabled');
});
