import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textsBelow } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

/** A module that is enabled, and may use every point. */
async function plugged(setup: string, id = 'acme'): Promise<CliWorld> {
  const world = cliWorld();
  await plug(world, setup, id);
  return world;
}

async function plug(world: CliWorld, setup: string, id: string): Promise<void> {
  const tools = {
    manifestVersion: 1,
    apiVersion: '1.0',
    id,
    publisher: { id: 'acme', name: 'Acme' },
    display: { name: 'Acme' },
    entry: './plugin.js',
    permissions: [
      'code:in-process',
      'account:info',
      'account:import',
      'list:column',
      'hook:login',
      'hook:run',
      'secret:resolve',
    ],
  };
  world.put(`${id}/package.json`, JSON.stringify({ name: id, version: '1.0.0', type: 'module', tools }));
  world.put(
    `${id}/plugin.js`,
    `import { appendFileSync } from 'node:fs';
     const note = (text) => appendFileSync(${JSON.stringify(join(world.home, 'notes'))}, text + '\\n');
     export default { id: '${id}', version: '1.0.0', apiVersion: '1.0', setup(api) {
       const add = (point, provider, options) => api.extensions.register(point, provider, options);
       ${setup}
     } };`,
  );
  const { code, stderr } = await world.run(['plugin', 'link', join(world.home, id), '--yes']);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
}

const notesOf = ({ home }: CliWorld) =>
  existsSync(join(home, 'notes')) ? readFileSync(join(home, 'notes'), 'utf8').trim().split('\n') : [];

describe('a hook before each start', () => {
  test('refuses with its reason and exit 4, is named, and is told the account, system’s too', async () => {
    const world = await plugged(
      `add('runHook', async ({ tool, label, kind }) => {
         note([tool, label, kind].join(' '));
         return label === 'work' ? { refuse: 'not on Mondays\\u001b[31m' } : undefined;
       });`,
    );
    const codex = world.fake('codex', () => 0);
    await world.run('account add codex work');
    const { code, stderr } = await world.run('run codex -a work');
    expect(code).toBe(4);
    expect(stderr).toContain('the plugin "acme" refused the start of codex#work: not on Mondays');
    expect(stderr).toContain('(LAUNCH_REFUSED_BY_PLUGIN, exit 4)');
    expect(stderr).not.toContain('\u001b');
    expect(codex.runs()).toEqual([]);
    expect(await world.run('run codex -a system')).toMatchObject({ code: 0 });
    expect(notesOf(world)).toEqual(['codex work login', 'codex system system']);
    // The next one is asked again: nothing of it was recorded.
    await world.run('run codex -a system');
    expect(notesOf(world)).toHaveLength(3);
  });

  test.each([
    ['fails', `throw new Error('down')`],
    ['answers what is no answer', 'return "yes"'],
  ])('stops the start when it %s, and is named', async (_, body) => {
    const world = await plugged(`add('runHook', async () => { ${body} });`);
    world.fake('codex', () => 0, { unused: true });
    await world.run('account add codex work');
    const { code, stderr } = await world.run('run codex -a work');
    expect(code).toBe(1);
    expect(stderr).toContain('RUN_HOOK_STOPPED');
    expect(stderr).toContain('tools plugin info acme');
  });

  test('is asked no more once the plugin is disabled', async () => {
    const world = await plugged(`add('runHook', async () => ({ refuse: 'no' }));`);
    world.fake('codex', () => 0);
    await world.run('account add codex work');
    expect(await world.run('run codex -a work')).toMatchObject({ code: 4 });
    await world.run('plugin disable acme');
    expect(await world.run('run codex -a work')).toMatchObject({ code: 0 });
    await world.run('plugin enable acme');
    expect(await world.run('run codex -a work')).toMatchObject({ code: 4 });
  });
});

test('a hook after each login is told; that it fails is told, and undoes nothing', async () => {
  const world = await plugged(
    `add('loginHook', async ({ tool, label }) => { note(tool + '#' + label); throw new Error('down'); });`,
  );
  world.fake('foo', (world) => world.write(`${world.env.FOO_CONFIG_DIR}/token`, 'sk-dummy'));
  const { code, stderr } = await world.run('login foo -a work');
  expect(code).toBe(0);
  expect(stderr).toContain('the login took effect; the plugin "acme" failed after it');
  expect(notesOf(world)).toEqual(['foo#work']);
});

describe('keys that a plugin gives', () => {
  const vault = `add('secretReference', { scheme: 'vault', resolve: async (reference) => {
    note(reference);
    return 'sk-dummy-CANARY-1';
  } });`;

  test('reach the tool at each start, and nothing else', async () => {
    const world = await plugged(vault);
    const codex = world.fake('codex', () => 0);
    const added = await world.run('account add codex ci --secret-ref vault://kv/openai');
    expect(added).toMatchObject({ code: 0 });
    const runs = [await world.run('run codex -a ci'), await world.run('run codex -a ci')];
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(codex.runs().map(({ env }) => env.OPENAI_API_KEY)).toEqual([
      'sk-dummy-CANARY-1',
      'sk-dummy-CANARY-1',
    ]);
    expect(notesOf(world)).toEqual(['vault://kv/openai', 'vault://kv/openai']);
    expect(textsBelow(world.root)).not.toContain('CANARY');
    expect(JSON.stringify([added, runs])).not.toContain('CANARY');
    await world.run('plugin disable acme');
    const { code, stderr } = await world.run('run codex -a ci');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('vault://') });
    expect(stderr).toContain('tools plugin list');
  });

  test('are never of a scheme of ours', async () => {
    const world = cliWorld();
    const tried = plug(world, `add('secretReference', { scheme: 'op', resolve: async () => 'x' });`, 'acme');
    await expect(tried).rejects.toThrow();
    expect((await world.json('plugin list')).plugins[0].state).toBe('disabled');
  });
});

describe('columns and importers', () => {
  test('a column stands in the list; one that hangs costs a moment and is blank', async () => {
    const world = await plugged(
      `add('listColumn', { head: 'Quota', value: async ({ label }) => label + ' 40%' });
       add('listColumn', { head: 'Slow', value: () => new Promise(() => {}) });`,
    );
    await world.run('account add codex work');
    const { accounts } = await world.json('list codex');
    expect(accounts[0].plugins).toEqual({ acme: { Quota: 'work 40%' } });
  });

  test('directories that a plugin finds become accounts, where they lie', async () => {
    const world = cliWorld();
    world.put('kept/auth.json', JSON.stringify({ tokens: { access_token: 'sk-dummy', account_id: 'me' } }));
    const found = JSON.stringify([{ tool: 'codex', label: 'me', directory: join(world.home, 'kept') }]);
    await plug(
      world,
      `add('importer', { name: 'juggler', displayName: 'Juggler', find: async () => (${found}) });`,
      'acme',
    );
    expect(await world.run('import --from juggler --yes')).toMatchObject({ code: 0 });
    expect(await world.homeOf('codex', 'me')).toBe(join(world.home, 'kept'));
  });
});
