import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

/** The folder of a plugin, with a block `tools`. */
function plugin(world: CliWorld, block: object = {}, name = 'acme'): string {
  const manifest = {
    name: `${name}-plugin`,
    version: '1.2.0',
    type: 'module',
    tools: {
      manifestVersion: 1,
      apiVersion: '1.0',
      id: name,
      publisher: { id: 'acme', name: 'Acme Inc.' },
      display: { name: 'Acme', description: 'tools of Acme' },
      ...block,
    },
  };
  world.put(`plugins/${name}/package.json`, JSON.stringify(manifest));
  return join(world.home, 'plugins', name);
}

const acmeTool = { id: 'acme-cli', displayName: 'Acme CLI', configDirEnvVar: 'ACME_HOME' };

function dataPlugin(world: CliWorld): string {
  return plugin(world, { descriptors: [acmeTool] });
}

function modulePlugin(world: CliWorld, setup: string, block: object = {}, name = 'acme'): string {
  const folder = plugin(world, { entry: './plugin.js', permissions: ['code:in-process'], ...block }, name);
  const code = `export default { id: '${name}', version: '1.2.0', apiVersion: '1.0', setup(api) { ${setup} } };`;
  world.put(`plugins/${name}/plugin.js`, code);
  return folder;
}

const rowsOf = ({ stdout }: { stdout: string }) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

describe('tools plugin link, enable, disable, unlink, remove', () => {
  test('a plugin that is data is linked, listed, enabled, used and gone again', async () => {
    const world = cliWorld();
    const folder = dataPlugin(world);
    const before = treeOf(folder);
    expect(await world.run(['plugin', 'link', folder])).toMatchObject({
      code: 0,
      stderr: `linked Acme (acme) 1.2.0 to ${folder}\nit is not used yet: tools plugin enable acme\n`,
    });
    expect(rowsOf(await world.run('plugin list'))).toEqual([
      ['acme', '1.2.0', 'data', 'disabled', `linked to ${folder}`, ''],
    ]);
    expect((await world.run('tools')).stdout).not.toContain('acme-cli');

    const refused = await world.run('plugin enable acme');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('it is data: none of its code runs');
    expect(refused.stderr).toContain('tools plugin enable acme --yes');

    expect(await world.run('plugin enable acme --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the tool acme-cli (Acme CLI)'),
    });
    expect(rowsOf(await world.run('tools'))).toContainEqual(['acme-cli', 'Acme CLI', '', '', '', 'acme']);
    expect(await world.run('plugin enable acme')).toMatchObject({
      code: 0,
      stderr: 'acme is enabled already\n',
    });

    expect((await world.run('info acme-cli')).stdout).toContain('  brought by: the plugin acme\n');
    expect(await world.json('info acme-cli')).toMatchObject({ plugin: 'acme' });
    expect((await world.json('tools')).tools.find((tool: { id: string }) => tool.id === 'codex').plugin).toBe(
      null,
    );

    await world.run('account add acme-cli work');
    expect(rowsOf(await world.run('list acme-cli'))[0]?.at(-1)).toBe('acme');
    expect((await world.json('list')).accounts[0]).toMatchObject({ tool: 'acme-cli', broughtBy: 'acme' });
    await world.run('account add codex work');
    expect((await world.json('list codex')).accounts[0]).not.toHaveProperty('broughtBy');
    expect((await world.run('plugin disable acme')).stderr).toBe(
      "disabled acme\nuntil a plugin brings acme-cli again, 1 account of it can't be started; nothing of that is changed\n",
    );
    expect((await world.run('tools')).stdout).not.toContain('acme-cli');
    expect(await world.run('plugin disable acme')).toMatchObject({
      code: 0,
      stderr: 'acme is not enabled\n',
    });
    expect(await world.run('run acme-cli -a work')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('try:   tools plugin list\n'),
    });
    // Nobody is asked again for what was agreed to.
    expect(await world.run('plugin enable acme')).toMatchObject({ code: 0 });
    expect(await world.run('plugin unlink acme')).toMatchObject({ code: 0 });
    expect(rowsOf(await world.run('plugin list'))).toEqual([]);
    expect(treeOf(folder)).toEqual(before);
  });

  test('code is said to be trusted; more that is asked for later is shown with a plus, and asked for', async () => {
    const world = cliWorld();
    const folder = modulePlugin(world, '');
    await world.run(['plugin', 'link', folder]);
    const { stdout } = await world.run('plugin enable acme --dry-run');
    expect(stdout).toContain('its code runs inside tools and is trusted');
    expect(stdout).toContain('code:in-process  runs its code inside `tools`, with all your rights');
    await world.run('plugin enable acme --yes');
    modulePlugin(world, '', { permissions: ['code:in-process', 'network'] });
    expect(rowsOf(await world.run('plugin list'))[0]).toEqual([
      'acme',
      '1.2.0',
      'module',
      'waiting',
      `linked to ${folder}`,
      'the plugin "acme" is not used until you agree again: it asks for more: network.',
    ]);
    const { code, stderr } = await world.run('plugin enable acme');
    expect(code).toBe(2);
    expect(stderr).toMatch(/ {2}it asks for, with \+ what is new:\n {4}code:in-process .*\n {2}\+ network /);
    expect(await world.run('plugin enable acme --yes')).toMatchObject({ code: 0 });
  });

  test('one whose setup fails is not enabled, and is named', async () => {
    const world = cliWorld();
    await world.run(['plugin', 'link', modulePlugin(world, "throw new Error('no license\\u001b[31m')")]);
    const { code, stderr } = await world.run('plugin enable acme --yes');
    expect(code).toBe(1);
    expect(stderr).toContain('the plugin "acme" could not be set up: no license');
    expect(stderr).not.toContain('\u001b');
    expect(rowsOf(await world.run('plugin list'))[0]?.[3]).toBe('disabled');
  });

  test('B105 remove asks, moves what is ours into the trash, and follows no link out of it', async () => {
    const world = cliWorld();
    const folder = dataPlugin(world);
    await world.run(['plugin', 'link', folder]);
    const keep = world.put('keep/file', 'kept');
    symlinkSync(join(world.home, 'keep'), join(world.root, 'plugins/acme/out'));
    expect(await world.run('plugin remove acme')).toMatchObject({ code: 2 });
    expect(await world.run('plugin remove acme --yes')).toMatchObject({ code: 0 });
    expect(existsSync(join(world.root, 'plugins/acme'))).toBe(false);
    expect(existsSync(keep)).toBe(true);
    expect(existsSync(join(folder, 'package.json'))).toBe(true);
    for (const id of ['../keep', '.', '..', 'a/b', '../../etc'])
      expect((await world.run(['plugin', 'remove', id, '--yes'])).code, id).toBe(2);
    expect(existsSync(keep)).toBe(true);
    expect(await world.run('plugin remove acme --yes')).toMatchObject({ code: 3 });
  });

  test('a dry run changes nothing', async () => {
    const world = cliWorld();
    const folder = dataPlugin(world);
    await world.run(['plugin', 'link', folder, '--dry-run']);
    expect(existsSync(join(world.root, 'plugins'))).toBe(false);
    await world.run(['plugin', 'link', folder]);
    await world.run('plugin enable acme --yes');
    const before = treeOf(world.root);
    for (const line of [
      'plugin enable acme',
      'plugin disable acme',
      'plugin unlink acme',
      'plugin remove acme',
    ])
      expect((await world.run(`${line} --dry-run`)).code, line).toBe(0);
    expect(treeOf(world.root)).toEqual(before);
  });

  test('what is no plugin, is unknown, or there already is refused with the next command', async () => {
    const world = cliWorld();
    const folder = dataPlugin(world);
    world.put('empty/nothing', '');
    expect(await world.run(['plugin', 'link', join(world.home, 'nowhere')])).toMatchObject({ code: 3 });
    expect((await world.run(['plugin', 'link', join(world.home, 'empty')])).code).toBeGreaterThan(1);
    await world.run(['plugin', 'link', folder]);
    expect(await world.run(['plugin', 'link', folder])).toMatchObject({ code: 2 });
    expect(await world.run('plugin info acne')).toMatchObject({
      code: 3,
      stderr: 'tools: there is no plugin "acne".\ntry:   tools plugin info acme\n',
    });
  });
});

describe('tools plugin info', () => {
  test('shows what it is, asks for and brings, and how its tools are', async () => {
    const world = cliWorld();
    const folder = plugin(world, {
      descriptors: [
        acmeTool,
        {
          ...acmeTool,
          id: 'acme-two',
          executable: { names: ['acme2'], versionArgs: ['--version'], versionFrom: 'output' },
        },
        { ...acmeTool, id: 'acme-three', executable: { names: ['acme2'] } },
      ],
      compatibility: { tools: '>=0.0.1' },
    });
    const program = join(world.home, 'bin/acme2');
    const asked = join(world.home, 'asked');
    world.put('bin/acme2', `#!/bin/sh\n: >${asked}\n`);
    chmodSync(program, 0o755);
    await world.run(['plugin', 'link', folder]);
    const before = await world.run('plugin info acme');
    expect(before.stdout).toContain(
      `    acme-two: ${program}, not asked for its version: the plugin is not enabled\n`,
    );
    expect(existsSync(asked), 'nobody agreed to the words that it is started with').toBe(false);
    const { plugin: told } = await world.json('plugin info acme');
    expect(told).toMatchObject({ id: 'acme', state: 'disabled', brings: { isFoundOut: false } });

    await world.run('plugin enable acme --yes');
    const { stdout, code } = await world.run('plugin info acme');
    expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
      code: 0,
      lines: [
        'Acme (acme) 1.2.0: tools of Acme',
        '  state: enabled',
        '  kind: data; it is data: none of its code runs',
        `  where: linked to ${folder}`,
        '  publisher: Acme Inc.',
        '  needs: tools >=0.0.1',
        '  brings:',
        '    the tool acme-cli (Acme CLI)',
        '    the tool acme-two (Acme CLI)',
        '    the tool acme-three (Acme CLI)',
        '  its tools:',
        '    acme-cli: missing, its program is not here',
        `    acme-two: probe-failed, its program does not say which version it is (${program})`,
        `    acme-three: ready (${program})`,
      ],
    });
    expect(existsSync(asked)).toBe(true);
  });

  test('names what others bring, too, with who counts', async () => {
    const world = cliWorld();
    const importer = (priority: number) =>
      `api.extensions.register('importer', { name: 'juggler', displayName: 'Juggler', find: async () => [] }, { priority: ${priority} });`;
    const permissions = ['code:in-process', 'account:import'];
    for (const [name, priority] of [
      ['acme', 1],
      ['zeta', 5],
    ] as const) {
      await world.run([
        'plugin',
        'link',
        modulePlugin(world, importer(priority), { permissions }, name),
        '--yes',
      ]);
    }
    const { stdout } = await world.run('plugin info acme');
    expect(stdout).toContain('accounts of Juggler, for tools import --from juggler');
    expect(stdout).toContain('importer juggler: zeta, before acme');
    const { code, stdout: found } = await world.run('plugin doctor');
    expect({ code, found }).toEqual({
      code: 1,
      found:
        'PLUGIN_CONFLICT\timporter juggler is brought by several: "zeta" counts, and not "acme".\ttools plugin disable acme\t\n',
    });
  });
});

describe('tools plugin doctor', () => {
  test('finds nothing where nothing is wrong, and says so', async () => {
    const world = cliWorld();
    expect(await world.run('plugin doctor')).toMatchObject({ code: 0, stderr: 'nothing is wrong\n' });
    await world.run(['plugin', 'link', dataPlugin(world), '--yes']);
    const before = treeOf(world.root);
    expect(await world.run('plugin doctor')).toMatchObject({ code: 0, stdout: '' });
    expect(treeOf(world.root)).toEqual(before);
  });

  test.each<[string, (world: CliWorld, folder: string) => void, string]>([
    ['is gone', (_, folder) => rmSync(folder, { recursive: true }), 'PLUGIN_SOURCE_GONE'],
    [
      'has no manifest now',
      (world) => void world.put('plugins/acme/package.json', '{'),
      'PLUGIN_MANIFEST_INVALID',
    ],
    [
      'asks for more',
      (world) => void modulePlugin(world, '', { permissions: ['code:in-process', 'network'] }),
      'PLUGIN_WAITS',
    ],
    [
      'does not fit this release',
      (world) => void modulePlugin(world, '', { compatibility: { tools: '>=99' } }),
      'PLUGIN_INCOMPATIBLE',
    ],
    ['fails by now', (world) => void modulePlugin(world, "throw new Error('x')"), 'PLUGIN_SETUP_FAILED'],
    [
      'has a tool of ours by now',
      (world) => void modulePlugin(world, '', { descriptors: [{ id: 'codex', displayName: 'Mine' }] }),
      'TOOL_OWNED_BY_ANOTHER',
    ],
  ])('one that %s is found, and nothing is changed', async (_, spoil, code) => {
    const world = cliWorld();
    const folder = modulePlugin(world, '');
    await world.run(['plugin', 'link', folder, '--yes']);
    spoil(world, folder);
    const before = treeOf(world.root);
    const result = await world.run('plugin doctor acme');
    expect(result.code).toBe(1);
    // That each start finds it out anew goes with it.
    expect(rowsOf(result).map(([found]) => found)).toEqual([code]);
    expect(treeOf(world.root)).toEqual(before);
    expect((await world.json('plugin doctor')).healthy).toBe(false);
  });
});

test('ids, settings, schemes and importers of plugins are completed', async () => {
  const world = cliWorld();
  const folder = modulePlugin(
    world,
    `api.extensions.register('secretReference', { scheme: 'vault', resolve: async () => 'sk-dummy' });
     api.extensions.register('importer', { name: 'juggler', displayName: 'Juggler', find: async () => [] });`,
    {
      permissions: ['code:in-process', 'secret:resolve', 'account:import'],
      descriptors: [acmeTool],
      configSchema: {
        type: 'object',
        additionalProperties: false,
        properties: { endpoint: { type: 'string' } },
      },
    },
  );
  await world.run(['plugin', 'link', folder, '--yes']);
  const said = async (line: string) =>
    (await world.run(['completion', 'bash', '--line', line])).stdout
      .split('\n')
      .filter(Boolean)
      .map((row) => row.split('\t')[0]);
  expect(await said('tools plugin enable a')).toEqual(['acme']);
  expect(await said('tools plugin config acme e')).toEqual(['endpoint']);
  expect(await said('tools plugin config nope ')).toEqual([]);
  expect(await said('tools login codex -a x --secret-ref v')).toEqual(['vault://']);
  expect(await said('tools import --from ju')).toEqual(['juggler']);
  expect(await said('tools info acme')).toEqual(['acme-cli']);
});
