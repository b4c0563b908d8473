import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Account, systemAccount } from '../../../src/accounts/index.ts';
import { disablePlugin, loadPlugins } from '../../../src/plugins/index.ts';
import { type AITool, knownTools } from '../../../src/registry/index.ts';
import { asked, enable, enabled, moduleText, pluginIn, programText, put, world } from './world.ts';

const acme = { id: 'acme', displayName: 'Acme' };

/** What is loaded of these plugins, and the tool of the release. */
async function loadedWith(...plugins: Parameters<typeof enabled>[1][]) {
  const ctx = world();
  for (const plugin of plugins) await enabled(ctx, plugin);
  const loaded = await loadPlugins(ctx);
  const tool = ctx.builtIns.tool('own-tool') as AITool;
  const account: Account = systemAccount('own-tool');
  return { ctx, loaded, tool, account };
}

const info = (answer: string, options = '') =>
  `api.extensions.register('accountInfo', async (account, { signal }) => (${answer})${options});`;
const of = (id: string, module: string, permissions: readonly string[]) => ({ id, module, permissions });

test('the highest priority is asked first, ties go by plugin id and then by order', async () => {
  const { loaded } = await loadedWith(
    of('b', `${info('{plan:"b1"}')}${info('{plan:"b2"}')}`, ['account:info']),
    of('a', info('{plan:"a"}'), ['account:info']),
    of('c', info('{plan:"c"}', ', { priority: 1 }'), ['account:info']),
  );
  expect(loaded.extensions.providers('accountInfo').map(({ plugin }) => plugin)).toEqual([
    'c',
    'a',
    'b',
    'b',
  ]);
  expect(loaded.conflicts).toEqual([
    { point: 'accountInfo', winner: 'c', losers: ['a', 'b', 'b'], isTie: false },
  ]);
  await loaded.close();
});

test('who an account is: what is no text of one line is left out, and nothing paints', async () => {
  const answer =
    '{ email: "a\\u001b[31m@b", plan: 5, accountId: "id1", organization: "Org", organizationId: "o1", more: 1 }';
  const { loaded, tool, account } = await loadedWith(of('p', info(answer), ['account:info']));
  const [provider] = loaded.extensions.providers('accountInfo');
  expect(await provider?.provide(tool, account)).toEqual({
    email: 'a\\x1b[31m@b',
    subject: 'id1',
    organization: 'o1',
    organizationName: 'Org',
  });
  await loaded.close();
});

test('where the user keeps a tool is told as its own, though a tool of a plugin is started around us', async () => {
  const ctx = world();
  const ours = join(ctx.paths.accounts, 'acme', 'aaaaaaaa', 'home');
  const around = {
    ...ctx,
    host: { ...ctx.host, env: { ...ctx.host.env, XDG_CONFIG_HOME: ours } },
    builtIns: knownTools([
      {
        id: 'own-tool',
        displayName: 'Own',
        relocation: {
          shape: 'set',
          own: { OWN_HOME: '{home}' },
          isolation: 'complete',
          system: { roots: { config: '{xdgConfig}/own' } },
        },
      },
    ]),
  };
  await enabled(around, {
    id: 'p',
    module: info('{ accountId: account.configDir }'),
    permissions: ['account:info'],
    descriptors: [
      {
        ...acme,
        relocation: { shape: 'set', own: { XDG_CONFIG_HOME: '{home}' }, isolation: 'complete' },
      },
    ],
  });
  const loaded = await loadPlugins(around);
  const [provider] = loaded.extensions.providers('accountInfo');
  const tool = around.builtIns.tool('own-tool') as AITool;
  expect(await provider?.provide(tool, systemAccount('own-tool'))).toEqual({
    subject: join(ctx.host.homeDir, '.config', 'own'),
  });
  await loaded.close();
});

describe('a call is bounded, and a failure is named', () => {
  test.each([
    ['one that never answers', 'new Promise(() => {})', 'PLUGIN_TIMED_OUT'],
    ['one that fails', '(() => { throw new Error("no") })()', 'PLUGIN_FAILED'],
    ['one that says too much', '({ plan: "x".repeat(5000) })', 'PLUGIN_ANSWER_UNUSABLE'],
    ['one that is no data', '(() => { const a = {}; a.a = a; return a; })()', 'PLUGIN_ANSWER_UNUSABLE'],
  ])('%s', async (_case, answer, code) => {
    const { loaded, tool, account } = await loadedWith(of('p', info(`await ${answer}`), ['account:info']));
    const [provider] = loaded.extensions.providers('accountInfo');
    await expect(provider?.provide(tool, account)).rejects.toMatchObject({ code, data: { id: 'p' } });
    await loaded.close();
  });

  test('what passes over it is no reason to be silent: it is told, once for all accounts', async () => {
    const { loaded, tool, account, ctx } = await loadedWith(
      of('p', info('(() => { throw new Error("no seat") })()'), ['account:info']),
    );
    const [provider] = loaded.extensions.providers('accountInfo');
    for (const _time of [1, 2]) await expect(provider?.provide(tool, account)).rejects.toThrow('no seat');
    const [again] = loaded.extensions.providers('accountInfo');
    await expect(again?.provide(tool, account)).rejects.toThrow('no seat');
    expect(ctx.told).toEqual(['the plugin "p" failed at accountInfo: no seat. tools plugin doctor p']);
    await loaded.close();
  });

  test('its signal is aborted when the time is up', async () => {
    const { loaded, tool, account, ctx } = await loadedWith(
      of(
        'p',
        info(
          `await new Promise((done) => signal.addEventListener('abort', () => { api.log('given up'); done(); }))`,
        ),
        ['account:info'],
      ),
    );
    await expect(loaded.extensions.providers('accountInfo')[0]?.provide(tool, account)).rejects.toMatchObject(
      {
        code: 'PLUGIN_TIMED_OUT',
      },
    );
    expect(ctx.told[0]).toBe('p: given up');
    await loaded.close();
  });
});

describe('before a start', () => {
  const hook = (answer: string) =>
    of('guard', `api.extensions.register('runHook', async () => (${answer}));`, ['hook:run']);

  test.each([
    ['undefined', undefined],
    ['{ refuse: "not\\u001b[31m today" }', 'not\\x1b[31m today'],
    ['{ refuse: "" }', 'it gave no reason'],
  ])('%s', async (answer, said) => {
    const { loaded, tool, account } = await loadedWith(hook(answer));
    expect(await loaded.extensions.providers('runHook')[0]?.provide(tool, account)).toBe(said);
    await loaded.close();
  });

  test('an answer that is neither is a failure', async () => {
    const { loaded, tool, account } = await loadedWith(hook('true'));
    await expect(loaded.extensions.providers('runHook')[0]?.provide(tool, account)).rejects.toMatchObject({
      code: 'PLUGIN_ANSWER_UNUSABLE',
    });
    await loaded.close();
  });

  test('a guard that is broken since it was enabled fails: nobody starts past it', async () => {
    const { loaded, ctx, tool, account } = await loadedWith(hook('undefined'));
    await loaded.close();
    put(
      join(ctx.host.homeDir, 'plugins-of-mine/guard/plugin.js'),
      moduleText('guard', 'throw new Error("broken")'),
    );
    const again = await loadPlugins(ctx);
    expect(again.problems).toMatchObject([{ code: 'PLUGIN_SETUP_FAILED' }]);
    await expect(again.extensions.providers('runHook')[0]?.provide(tool, account)).rejects.toMatchObject({
      code: 'PLUGIN_SETUP_FAILED',
    });
    await again.close();
    // Also where nothing is left that says what it brought.
    put(ctx.paths.pluginTable, 'torn');
    const [left] = (await loadPlugins(ctx)).extensions.providers('runHook');
    await expect(left?.provide(tool, account)).rejects.toMatchObject({ code: 'PLUGIN_SETUP_FAILED' });
  });

  test('a guard that waits since it was enabled fails as a broken one does, until somebody agrees', async () => {
    const { loaded, ctx, tool, account } = await loadedWith(hook('null'));
    await loaded.close();
    pluginIn(ctx, { ...hook('null'), permissions: ['hook:run', 'network'] });
    const waits = { code: 'PLUGIN_WAITS' };
    const again = await loadPlugins(ctx);
    expect(again.problems).toMatchObject([waits]);
    const guards = again.extensions.providers('runHook');
    expect(guards).toHaveLength(1);
    await expect(guards[0]?.provide(tool, account)).rejects.toMatchObject(waits);
    put(ctx.paths.pluginTable, 'torn');
    const [left] = (await loadPlugins(ctx)).extensions.providers('runHook');
    await expect(left?.provide(tool, account)).rejects.toMatchObject(waits);
    await enable(ctx, 'guard');
    const after = await loadPlugins(ctx);
    expect(await after.extensions.providers('runHook')[0]?.provide(tool, account)).toBeUndefined();
    await after.close();
  });

  test('what nobody ever agreed to is no guard, though its record says that it is enabled; nor is one that is disabled', async () => {
    const { loaded, ctx } = await loadedWith(hook('null'));
    await loaded.close();
    const file = join(ctx.paths.plugins, 'guard/plugin.json');
    const agreed = readFileSync(file, 'utf8');
    put(file, JSON.stringify({ ...JSON.parse(agreed), confirmed: null }));
    const { extensions, problems } = await loadPlugins(ctx);
    expect(problems).toMatchObject([{ code: 'PLUGIN_WAITS' }]);
    expect(extensions.providers('runHook')).toEqual([]);
    put(file, agreed);
    pluginIn(ctx, { ...hook('null'), permissions: ['hook:run', 'network'] });
    expect((await loadPlugins(ctx)).extensions.providers('runHook')).toHaveLength(1);
    await disablePlugin(ctx, 'guard');
    expect((await loadPlugins(ctx)).extensions.providers('runHook')).toEqual([]);
  });
});

describe('the other points', () => {
  test('an importer, a column and a scheme are known without their code; calls load it once', async () => {
    const { loaded, ctx, tool, account } = await loadedWith(
      of(
        'p',
        `api.log('set up');
        api.extensions.register('importer', { name: 'other', displayName: 'Other', find: async () => [{ tool: 'own-tool', label: 'x', directory: '/x' }] });
        api.extensions.register('listColumn', { head: 'SEATS', value: async ({ label }) => 'of ' + label });
        api.extensions.register('secretReference', { scheme: 'vault', resolve: async (reference) => 'sk-dummy-' + reference.length });
        api.extensions.register('loginHook', async () => { throw new Error('deaf'); });`,
        ['account:import', 'list:column', 'secret:resolve', 'hook:login'],
      ),
    );
    ctx.told.length = 0;
    const { extensions } = loaded;
    const [importer] = extensions.providers('importer');
    const [column] = extensions.providers('listColumn');
    const [secret] = extensions.providers('secretReference');
    expect([
      importer?.provide.name,
      importer?.provide.displayName,
      column?.provide.head,
      secret?.provide.scheme,
    ]).toEqual(['other', 'Other', 'SEATS', 'vault']);
    expect(ctx.told).toEqual([]);
    expect(await importer?.provide.find()).toEqual([{ tool: 'own-tool', label: 'x', directory: '/x' }]);
    expect(await column?.provide.value(tool, account)).toBe('of system');
    expect(await secret?.provide.resolve('vault://a')).toBe('sk-dummy-9');
    await expect(extensions.providers('loginHook')[0]?.provide(tool, account)).rejects.toThrow('deaf');
    expect(ctx.told).toEqual(['p: set up']);
    await loaded.close();
  });

  test('what failed at giving a key is not repeated: it may say the key', async () => {
    const { loaded } = await loadedWith(
      of(
        'p',
        `api.extensions.register('secretReference', { scheme: 'vault', resolve: async () => { throw new Error('sk-dummy-1 is expired'); } });`,
        ['secret:resolve'],
      ),
    );
    const error = await loaded.extensions
      .providers('secretReference')[0]
      ?.provide.resolve('vault://a')
      .catch((thrown: Error) => thrown);
    expect((error as Error).message).not.toContain('sk-dummy');
    await loaded.close();
  });
});

test('a program is asked who an account of its own tool is, and of no other', async () => {
  const { loaded, ctx, tool } = await loadedWith({
    program: programText(acme),
    permissions: ['account:info', 'account:credential'],
  });
  const file = join(ctx.host.homeDir, 'plugins-of-mine/acme/program.mjs');
  const before = asked(file).length;
  const [provider] = loaded.extensions.providers('accountInfo');
  expect(await provider?.provide(tool, systemAccount('own-tool'))).toBeUndefined();
  expect(asked(file).length).toBe(before);
  const own = loaded.registry.tool('acme') as AITool;
  expect(await provider?.provide(own, systemAccount('acme'))).toMatchObject({ plan: 'pro' });
  const [copy] = loaded.extensions.providers('credentialCopy');
  expect(copy?.provide.tool).toBe('acme');
  await copy?.provide.copy('/from', '/to');
  await loaded.close();
  expect(
    asked(file)
      .slice(before)
      .filter((line) => line === 'start').length,
  ).toBe(1);
});

test('a program without the permission for it is never asked', async () => {
  const { loaded } = await loadedWith({ program: programText(acme) });
  expect(loaded.extensions.providers('accountInfo')).toEqual([]);
  expect(loaded.extensions.providers('credentialCopy')).toEqual([]);
  await loaded.close();
});
