import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkPlugin } from '../../../src/plugins/check/index.ts';
import type { PluginApi, ToolPlugin } from '../../../src/plugins/contract/index.ts';
import { permissions } from '../../../src/plugins/contract/index.ts';
import { linkPlugin, loadPlugins } from '../../../src/plugins/index.ts';
import { ownedByOthers } from '../../../src/plugins/loader/known-owners.ts';
import { mostStateBytes } from '../../../src/plugins/loader/plugin-state.ts';
import { Registrations } from '../../../src/plugins/loader/registrations.ts';
import { setUpPlugin } from '../../../src/plugins/loader/set-up-plugin.ts';
import { AIToolRegistry, type ToolDescriptor } from '../../../src/registry/index.ts';
import { thrownBy } from '../../support/thrown-by.ts';
import { enable, enabled, pluginIn, world } from './world.ts';

const acme = { id: 'acme-tool', displayName: 'Acme' };
const everything = Object.keys(permissions) as (keyof typeof permissions)[];

/** A plugin that is set up from here, and what it was given. */
async function setUp(
  setup: ToolPlugin['setup'],
  {
    allowed = everything,
    limitMs = 15_000,
    dispose = () => {},
  }: {
    allowed?: typeof everything;
    limitMs?: number;
    dispose?: (registry: AIToolRegistry) => void;
  } = {},
) {
  const ctx = world();
  const registry = ownedByOthers(ctx, { id: 'acme', source: { how: 'linked', path: '/acme' } }, []);
  let api: PluginApi | undefined;
  const plugin: ToolPlugin = {
    id: 'acme',
    version: '1.0.0',
    apiVersion: '1.0',
    setup: (given) => {
      api = given;
      return setup(given);
    },
    dispose: () => dispose(registry),
  };
  const by = { id: 'acme', permissions: allowed, manifest: '/acme/package.json', registry };
  const running = await setUpPlugin(ctx, plugin, by, {}, limitMs).catch((error: unknown) => ({ error }));
  return { ctx, registry, running, api: api as PluginApi };
}

function thrownAt(what: string): never {
  throw what;
}

const registerAll = (api: PluginApi) => {
  const tool = api.tools.register(acme);
  const point = api.extensions.register('accountInfo', async () => undefined);
  const command = api.commands.register({ name: 'go', description: 'goes', run: async () => 0 });
  return [tool, point, command];
};

describe('what a plugin registers', () => {
  test('is gone after it is unloaded, and then it is told, once', async () => {
    const seen: unknown[] = [];
    const { running, api } = await setUp(
      (given) => {
        registerAll(given);
        given.signal.addEventListener('abort', () => seen.push('aborted'));
      },
      { dispose: (tools) => void seen.push(tools.tool('acme-tool') === undefined) },
    );
    if (!('unload' in running)) throw running.error;
    const { tools, points, commands } = running.registrations;
    expect([tools.size, points.size, commands.size]).toEqual([1, 1, 1]);
    await running.unload();
    await running.unload();
    expect([tools.size, points.size, commands.size]).toEqual([0, 0, 0]);
    expect(seen).toEqual(['aborted', true]);
    for (const call of [
      () => api.tools.register(acme),
      () => api.extensions.register('accountInfo', async () => undefined),
      () => api.commands.register({ name: 'x', description: 'x', run: async () => 0 }),
      () => api.log('x'),
    ])
      expect(thrownBy(call)).toMatchObject({ code: 'PLUGIN_UNLOADED' });
    await expect(api.state.get('x')).rejects.toMatchObject({ code: 'PLUGIN_UNLOADED' });
  });

  test('an undo takes back its own registration alone, once, and never one that came after', async () => {
    const { running } = await setUp((api) => {
      const [undo] = [api.commands.register({ name: 'go', description: 'one', run: async () => 1 })];
      undo?.();
      api.commands.register({ name: 'go', description: 'two', run: async () => 2 });
      undo?.();
      const first = api.tools.register(acme);
      api.tools.register({ ...acme, displayName: 'Acme 2' });
      first();
    });
    if (!('unload' in running)) throw running.error;
    expect([...running.registrations.commands].map(({ description }) => description)).toEqual(['two']);
    expect([...running.registrations.tools].map(({ descriptor }) => descriptor.displayName)).toEqual([
      'Acme 2',
    ]);
    await running.unload();
  });

  test('a setup that fails is taken back, the last first, and then dispose is called', async () => {
    const seen: string[] = [];
    const { running } = await setUp(
      (api) => {
        registerAll(api);
        throw new Error('no luck\u001b[2J\nat all.');
      },
      { dispose: (tools) => void seen.push(`disposed, ${tools.tool('acme-tool')}`) },
    );
    expect(running).toMatchObject({
      error: {
        code: 'PLUGIN_SETUP_FAILED',
        message: 'the plugin "acme" could not be set up: no luck\\x1b[2J\\nat all.',
      },
    });
    expect(seen).toEqual(['disposed, undefined']);
  });

  test('is taken back in the reverse of its order', () => {
    const undone: string[] = [];
    class Watched extends AIToolRegistry {
      override register(descriptor: ToolDescriptor): () => void {
        return () => void undone.push(descriptor.id);
      }
    }
    const by = { id: 'acme', permissions: everything, manifest: '/p', registry: new Watched() };
    const registrations = new Registrations(by);
    for (const id of ['one', 'two', 'three']) registrations.addTool({ ...acme, id });
    registrations.takeBack();
    registrations.takeBack();
    expect(undone).toEqual(['three', 'two', 'one']);
  });

  test('is what was looked at: a property that says something else the next time is not asked again', async () => {
    const changing = (...said: unknown[]) => ({
      enumerable: true,
      get: () => (said.length > 1 ? said.shift() : said[0]),
    });
    const { running } = await setUp((api) => {
      api.tools.register(
        Object.defineProperty(
          { displayName: 'Acme' } as typeof acme,
          'id',
          changing('acme-tool', 'own-tool'),
        ),
      );
      api.extensions.register(
        'listColumn',
        Object.defineProperty(
          { value: async () => 'x' } as { head: string; value: () => Promise<string> },
          'head',
          changing('Seats', '\u001b[2J'.repeat(1000)),
        ),
      );
    });
    if (!('unload' in running)) throw running.error;
    const { tools, points } = running.registrations;
    expect([...tools].map(({ descriptor }) => descriptor.id)).toEqual(['acme-tool']);
    expect([...points].map(({ provider }) => provider)).toMatchObject([{ head: 'Seats' }]);
    await running.unload();
  });

  test('a setup that throws what throws when it is looked at fails like any other', async () => {
    const hostile = [
      new Proxy({}, { get: () => thrownAt('get'), getPrototypeOf: () => thrownAt('proto') }),
      Object.defineProperty(new Error('x'), 'message', { get: () => thrownAt('message') }),
      Object.assign(new Error('x'), { message: { toString: 1 } }),
      null,
      Symbol('x'),
    ];
    for (const thrown of hostile) {
      const { running } = await setUp(() => {
        throw thrown;
      });
      expect(running).toMatchObject({
        error: {
          code: 'PLUGIN_SETUP_FAILED',
          message: 'the plugin "acme" could not be set up: it did not say why.',
        },
      });
    }
  });

  test('a setup that takes too long is taken back, and what it registers later is refused', async () => {
    let late: unknown;
    let finish = () => {};
    const { running, registry } = await setUp(
      async (api) => {
        api.tools.register(acme);
        await new Promise<void>((done) => {
          finish = done;
        });
        late = thrownBy(() => api.tools.register({ id: 'later', displayName: 'Later' }));
      },
      { limitMs: 20 },
    );
    expect(running).toMatchObject({ error: { code: 'PLUGIN_TIMED_OUT' } });
    finish();
    await new Promise((done) => setImmediate(done));
    expect(late).toMatchObject({ code: 'PLUGIN_UNLOADED' });
    expect(registry.all().map(({ id }) => id)).toEqual(['own-tool']);
  });

  test('after setup nothing more is registered', async () => {
    const { api, running } = await setUp(() => {});
    expect(thrownBy(() => api.tools.register(acme))).toMatchObject({ code: 'PLUGIN_TOO_LATE' });
    if ('unload' in running) await running.unload();
  });

  test('a dispose that fails changes nothing', async () => {
    const { running } = await setUp(() => {}, {
      dispose: () => {
        throw new Error('no');
      },
    });
    if (!('unload' in running)) throw running.error;
    await expect(running.unload()).resolves.toBeUndefined();
  });

  test('a tool of a built-in is refused', async () => {
    const { running } = await setUp(
      (api) => void api.tools.register({ id: 'own-tool', displayName: 'Fake' }),
    );
    expect(running).toMatchObject({ error: { code: 'TOOL_OWNED_BY_ANOTHER' } });
  });

  test.each([
    ['a name with a space', { name: 'a b' }],
    ['a description of two lines', { description: 'a\nb' }],
    ['a description that paints', { description: '\u001b[31mred' }],
    ['no function', { run: 'x' }],
  ])('a command with %s is refused', async (_case, change) => {
    const command = { name: 'go', description: 'goes', run: async () => 0, ...change };
    const { running } = await setUp((api) => void api.commands.register(command as never));
    expect(running).toMatchObject({ error: { code: 'PLUGIN_REGISTRATION_REFUSED' } });
  });

  test.each([
    ['tools', 32, (api: PluginApi, id: string) => api.tools.register({ id, displayName: id })],
    [
      'commands',
      64,
      (api: PluginApi, name: string) => api.commands.register({ name, description: 'x', run: async () => 0 }),
    ],
    ['providers', 64, (api: PluginApi) => api.extensions.register('runHook', async () => {})],
  ] as const)(
    'of %s a plugin has at most %i; what it took back does not count',
    async (_what, most, register) => {
      const fill = (api: PluginApi, many: number) => {
        register(api, 'gone')();
        for (let n = 0; n < many; n += 1) register(api, `one-${n}`);
      };
      expect((await setUp((api) => fill(api, most))).running).not.toHaveProperty('error');
      expect((await setUp((api) => fill(api, most + 1))).running).toMatchObject({
        error: {
          code: 'PLUGIN_REGISTRATION_REFUSED',
          message: expect.stringContaining(`is one more than the ${most} that a plugin may have`),
        },
      });
    },
  );

  test.each([
    ['nope', {}],
    ['__proto__', {}],
    ['importer', { name: '../x', displayName: 'X', find: async () => [] }],
    ['secretReference', { scheme: 'no scheme', resolve: async () => '' }],
    ['listColumn', { head: '\u001b[31mRED', value: async () => '' }],
    ['runHook', 'no function'],
  ])('a provider of %s that can never be asked is refused', async (point, provider) => {
    const { running } = await setUp((api) => void api.extensions.register(point as never, provider as never));
    expect(running).toMatchObject({ error: { code: 'PLUGIN_REGISTRATION_REFUSED' } });
  });
});

describe('permissions are a gate', () => {
  test.each([
    [
      'list:column',
      (api: PluginApi): void =>
        void api.extensions.register('listColumn', { head: 'X', value: async () => '' }),
    ],
    [
      'command:add',
      (api: PluginApi): void =>
        void api.commands.register({ name: 'x', description: 'x', run: async () => 0 }),
    ],
    ['storage', async (api: PluginApi) => api.state.set('x', 1)],
  ] as const)('%s', async (permission, setup) => {
    const { running } = await setUp(setup, { allowed: everything.filter((each) => each !== permission) });
    expect(running).toMatchObject({
      error: {
        code: 'PLUGIN_PERMISSION_MISSING',
        message: expect.stringContaining(
          `"${permission}" is missing from tools.permissions in /acme/package.json`,
        ),
      },
    });
  });
});

describe('what a plugin keeps', () => {
  test('lies in a file of its own, 0600, and is there in the next run', async () => {
    const { ctx, running } = await setUp(async (api) => {
      await Promise.all(['a', 'b', '__proto__'].map((key) => api.state.set(key, { of: key })));
      await api.state.delete('b');
    });
    if (!('unload' in running)) throw running.error;
    const file = join(ctx.paths.plugins, 'acme/state.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).values).sort()).toEqual(['__proto__', 'a']);
  });

  test('is bounded, and what is too large changes nothing', async () => {
    const { ctx, running } = await setUp(async (api) => {
      await api.state.set('small', 1);
      await api.state.set('large', 'x'.repeat(mostStateBytes));
    });
    expect(running).toMatchObject({ error: { code: 'PLUGIN_STATE_REFUSED' } });
    expect(readFileSync(join(ctx.paths.plugins, 'acme/state.json'), 'utf8')).not.toContain('large');
  });
});

test('talk is harmless, bounded and signed', async () => {
  const { ctx } = await setUp((api) => {
    for (let line = 0; line < 1000; line += 1) api.log(`\u001b[31m${'x'.repeat(10_000)}`);
  });
  expect(ctx.told.length).toBe(100);
  expect(ctx.told[0]).toMatch(/^acme: \\x1b\[31mx{400,}…$/);
  expect(ctx.told[0]?.length).toBeLessThan(520);
});

test('a module that was compiled to CommonJS is what it exports by default, as it was written', async () => {
  const ctx = world();
  const command = `{ name: 'go', description: 'goes', run: async () => 7 }`;
  // What Node makes of `exports.__esModule = true; exports.default = …`.
  const compiled = `export default { __esModule: true, default: { id: 'acme', version: '1.0.0', apiVersion: '1.0', setup(api) { api.commands.register(${command}); } } };`;
  const folder = await enabled(ctx, { module: compiled, permissions: ['command:add'] });
  const loaded = await loadPlugins(ctx);
  expect(loaded.commands).toMatchObject([{ plugin: 'acme', name: 'go' }]);
  await loaded.close();
  const report = await checkPlugin(ctx.host, folder, { version: '1.0.0', node: process.version });
  expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
});

describe('a module that is no plugin is not enabled, and leaves nothing', () => {
  test.each([
    ['nothing by default', 'export const x = 1; // export default', 'exports no plugin'],
    ['no setup', 'export default { id: "acme" }', 'without a function "setup"'],
    ['another id', 'export default { id: "other", apiVersion: "1.0", setup() {} }', 'calls itself "other"'],
    ['a newer API', 'export default { id: "acme", apiVersion: "2.0", setup() {} }', 'plugin API 2.0'],
    ['a fault', 'throw new Error("broken"); export default {}', 'broken'],
    ['no JavaScript', 'export default {', 'could not be set up'],
  ])('%s', async (_case, module, said) => {
    const ctx = world();
    await linkPlugin(ctx, pluginIn(ctx, { module }));
    await expect(enable(ctx, 'acme')).rejects.toThrow(said);
    expect(existsSync(ctx.paths.pluginTable)).toBe(false);
  });
});

test('its values of configSchema arrive with their defaults', async () => {
  const ctx = world();
  const configSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    properties: { place: { type: 'string', default: 'here' } },
  };
  await enabled(ctx, {
    module:
      'api.commands.register({ name: "go", description: "goes", run: async ({ print }) => print(api.config.place) });',
    permissions: ['command:add'],
    manifest: { configSchema },
  });
  const loaded = await loadPlugins(ctx);
  const said: string[] = [];
  const call = {
    args: [],
    cwd: '/',
    print: (line: string) => void said.push(line),
    signal: new AbortController().signal,
  };
  await loaded.commands[0]?.run(call);
  await loaded.close();
  expect(said).toEqual(['here']);
});
