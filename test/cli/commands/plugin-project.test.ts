import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginIn } from '../../plugins/loader/world.ts';
import { testHost } from '../../support/temp-home.ts';
import { cliWorld } from '../cli-world.ts';

const acme = { id: 'acme-tool', displayName: 'Acme\u001b[2J' };

test('what the file of a repository names is shown before it is trusted, listed as its own, and used there once it is enabled', async () => {
  const world = cliWorld();
  const host = testHost({ home: world.home });
  const repo = join(pluginIn({ host }, { descriptors: [{ ...acme, displayName: 'Acme' }] }), '..');
  pluginIn({ host }, { id: 'odd', manifest: { display: { name: 'Odd \u001b[2J' } } });
  const here = { cwd: join(repo, 'deep') };
  mkdirSync(here.cwd);
  world.put('plugins-of-mine/.ai-tools.toml', 'plugins = ["./acme", "./odd", "./none"]\n');

  const asked = await world.run('trust --dry-run', here);
  expect(asked.stdout).toContain('./acme is the plugin acme 1.0.0, used here once you agree to it');
  expect(asked.stdout).toContain('tools plugin enable acme');
  expect(asked.stdout).toContain("./none would be a plugin, and can't be used");
  expect(asked.stdout).not.toContain('\u001b');
  expect((await world.json('plugin list', here)).plugins).toEqual([]);

  const { plugins } = await world.json('trust --yes', here);
  expect(plugins).toMatchObject([
    { name: './acme', plugin: 'acme', kind: 'data', problem: null },
    { name: './odd', plugin: null },
    { name: './none', plugin: null, problem: { code: expect.stringMatching(/^PLUGIN_/) } },
  ]);
  const listed = (await world.run('plugin list', here)).stdout;
  expect(listed).toContain(`named by its repository: ${join(repo, 'acme')}`);
  expect(listed).toContain('disabled');
  const tools = async (at: object) => (await world.run('tools', at)).stdout;
  expect(await tools(here)).not.toContain('acme-tool');

  const unasked = await world.run('plugin enable acme', here);
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
  expect((await world.run('plugin enable acme --yes', here)).code).toBe(0);
  expect(await tools(here)).toContain('acme-tool');
  expect(await tools({})).not.toContain('acme-tool');
  expect((await world.run('plugin list')).stdout).toBe('');
  const info = await world.run('plugin info acme');
  expect([info.code, info.stderr]).toEqual([2, expect.stringContaining('is used there alone')]);
  expect((await world.run('undo')).code).toBe(0);
  expect(await tools(here)).not.toContain('acme-tool');
});

test('what changed in the repository since it was agreed to is told in a line, and asked for again', async () => {
  const world = cliWorld();
  const host = testHost({ home: world.home });
  const here = { cwd: join(pluginIn({ host }, { module: '' }), '..') };
  world.put('plugins-of-mine/.ai-tools.toml', 'plugins = ["./acme"]\n');
  await world.run('trust --yes', here);
  expect((await world.run('plugin enable acme --yes', here)).code).toBe(0);
  // Nobody is asked again for what was agreed to.
  expect((await world.run('plugin enable acme', here)).stderr).toContain('is enabled already');
  pluginIn({ host }, { module: '/**/' });
  const why = 'it changed in its repository';
  expect((await world.run('list', here)).stderr.match(/.*changed in its repository.*/g)).toHaveLength(1);
  const doctor = await world.run('plugin doctor', here);
  expect(doctor.stdout.split(why)).toHaveLength(2);
  const { code, stderr } = await world.run('plugin enable acme', here);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`you agreed to it before: ${why}`)]);
  expect((await world.run('plugin enable acme --yes', here)).code).toBe(0);
  expect((await world.run('list', here)).stderr).not.toContain(why);
});

test.each(['acme', '["../acme"]', '[1]', '{}'])(
  'plugins = %s is not understood: nothing is trusted',
  async (value) => {
    const world = cliWorld();
    world.put('repo/.ai-tools.toml', `plugins = ${value === 'acme' ? '"acme"' : value}\n`);
    const { code, stdout, stderr } = await world.run('trust --yes', { cwd: join(world.home, 'repo') });
    expect([code === 0, stdout, stderr]).toEqual([
      false,
      '',
      expect.stringContaining('plugins is not a list'),
    ]);
  },
);
