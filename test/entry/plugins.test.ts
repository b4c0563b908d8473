import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerHelp } from '../../src/entry/answer-help.ts';
import { readyToRun } from '../../src/entry/answer-run.ts';
import { answerStatus } from '../../src/entry/answer-status.ts';
import { hasAddedCommands } from '../../src/entry/has-settings.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { pluginIn } from '../plugins/loader/world.ts';
import { type QuickWorld, quickWorld } from './quick-world.ts';

const id = builtInTools[0]!.id;
const acme = { id: 'acme', displayName: 'Acme', configDirEnvVar: 'ACME_HOME' };

let world: QuickWorld;

beforeEach(async () => {
  world = await quickWorld(id, '--private');
});

const isQuick = async (tool = id) => (await readyToRun([tool, '-a', 'work'], world.host())) !== undefined;

async function succeed(line: string): Promise<string> {
  const { code, stdout, stderr } = await world.cli(line);
  expect(`${line}: ${code} ${code === 0 ? '' : stderr}`).toBe(`${line}: 0 `);
  return stdout;
}

/** A plugin that is linked and enabled by what is typed. */
async function plug(plugin: Parameters<typeof pluginIn>[1]): Promise<string> {
  const folder = pluginIn({ host: world.host() }, plugin);
  await succeed(`plugin link ${folder}`);
  await succeed(`plugin enable ${plugin.id ?? 'acme'} --yes`);
  return folder;
}

/** Starts it the slow way until it can be started the quick way. */
async function settle(tool: string): Promise<void> {
  for (let round = 0; round < 4 && !(await isQuick(tool)); round += 1) {
    await sleep(60);
    await succeed(`run ${tool} -a work`);
  }
}

/** What the quick way does to the environment, as it was recorded. */
async function environmentOf(tool: string): Promise<string> {
  return (await readyToRun([tool, '-a', 'work'], world.host()))?.record.whole ?? '';
}

async function addAcme(): Promise<void> {
  writeFileSync(join(world.home, 'bin/acme'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  await succeed('account add acme work');
  await settle('acme');
}

test('enabling a plugin sends the next start to the slow way, once, and so does disabling it', async () => {
  expect(await isQuick()).toBe(true);
  await plug({ descriptors: [acme] });
  expect(await isQuick()).toBe(false);
  await settle(id);
  expect(await isQuick()).toBe(true);
  await succeed('plugin disable acme');
  expect(await isQuick()).toBe(false);
  await settle(id);
  expect(await isQuick()).toBe(true);
});

describe('a tool that a plugin brings', () => {
  test('is started the quick way as any other, even where it shares nothing', async () => {
    await plug({ descriptors: [acme] });
    await addAcme();
    expect(await isQuick('acme')).toBe(true);
    expect(await environmentOf('acme')).toContain('ACME_HOME');
  });

  test('edited in place is heeded by the very next start', async () => {
    await plug({ descriptors: [acme] });
    await addAcme();
    pluginIn({ host: world.host() }, { descriptors: [{ ...acme, configDirEnvVar: 'ACME_DIR' }] });
    expect([await isQuick('acme'), await isQuick()]).toEqual([false, false]);
    await settle('acme');
    expect(await environmentOf('acme')).toContain('ACME_DIR');
  });

  test('is gone with its plugin: what was recorded of it starts nothing', async () => {
    await plug({ descriptors: [acme] });
    await addAcme();
    await succeed('plugin disable acme');
    expect(await isQuick('acme')).toBe(false);
    expect((await world.cli('run acme -a work')).code).toBe(3);
  });
});

test('one that is asked before each start is asked before the very next one, and every one after it', async () => {
  await plug({
    id: 'guard',
    module: "api.extensions.register('runHook', async ({ label }) => ({ refuse: 'not ' + label }));",
    permissions: ['hook:run'],
  });
  for (let round = 0; round < 3; round += 1) {
    expect(await isQuick()).toBe(false);
    const { code, stderr } = await world.cli(`run ${id} -a work`);
    expect(code).toBe(4);
    expect(stderr).toContain('not work');
  }
});

test('one that waited, and asks again for no more than was agreed to, is asked before the very next start', async () => {
  const guard = {
    id: 'guard',
    module: "api.extensions.register('runHook', async ({ label }) => ({ refuse: 'not ' + label }));",
    permissions: ['hook:run'],
  };
  await plug(guard);
  pluginIn({ host: world.host() }, { ...guard, permissions: ['hook:run', 'list:column'] });
  for (let round = 0; round < 3; round += 1) {
    await sleep(60);
    expect((await world.cli(`run ${id} -a work`)).stderr).toContain('list:column');
    expect(await isQuick()).toBe(false);
  }
  pluginIn({ host: world.host() }, guard);
  expect((await world.cli(`run ${id} -a work`)).code).toBe(4);
});

test('a variable that a plugin’s tool owns is taken away from the very next start', async () => {
  expect(await environmentOf(id)).not.toContain('GUARD_TOKEN');
  await plug({ descriptors: [{ ...acme, configDirEnvVar: 'GUARD_TOKEN' }] });
  expect(await isQuick()).toBe(false);
  await settle(id);
  expect(await environmentOf(id)).toContain('GUARD_TOKEN');
});

test('status and help hand over where plugins may have something to say', async () => {
  const help = () =>
    answerHelp(
      '',
      {},
      undefined,
      async () => false,
      async () => hasAddedCommands(world.host()),
    );
  expect([await help(), hasAddedCommands(world.host())]).toEqual([expect.stringContaining('Usage'), false]);
  expect(answerStatus(['--short'], world.host())).toBeDefined();
  await plug({ descriptors: [acme] });
  expect([await help(), answerStatus(['--short'], world.host())]).toEqual([
    expect.stringContaining('Usage'),
    undefined,
  ]);
  await plug({
    id: 'more',
    module: "api.commands.register({ name: 'greet', description: 'says hello', run: async () => 0 });",
    permissions: ['command:add'],
  });
  expect(await help()).toBeUndefined();
  writeFileSync(join(world.root, 'plugins/enabled.json'), '{');
  await expect(help()).rejects.toThrow();
});

test('what is recorded relies on where the table of plugins is not, too', async () => {
  const file = join(world.root, 'cache/launch', id, world.folder.slice(-8), 'launch.json');
  const { there } = JSON.parse(readFileSync(file, 'utf8').split('\n', 1)[0]!);
  expect(there).toContainEqual(['absent', join(world.root, 'plugins/enabled.json')]);
  mkdirSync(join(world.root, 'plugins'));
  writeFileSync(join(world.root, 'plugins/enabled.json'), '{}');
  expect(await isQuick()).toBe(false);
});

test('a plugin that an archive brought leaves its shims to the quick way: nothing is made anew for them at each start', async () => {
  const record = join(world.root, 'cache/launch', id, world.folder.slice(-8), 'launch.sh');
  mkdirSync(world.ctx().paths.shims, { recursive: true });
  const folder = await plug({ descriptors: [acme] });
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 499_162_500, 499_162_500);
  await settle(id);
  expect([await isQuick(), existsSync(record)]).toEqual([true, true]);
  expect(readFileSync(record, 'utf8')).toContain('__at_wish=none');
});

describe('a plugin of a repository, which guards the starts there', () => {
  const guard = {
    id: 'guard',
    module: "api.extensions.register('runHook', async ({ label }) => ({ refuse: 'not ' + label }));",
    permissions: ['hook:run'],
  };
  let inside: string;

  beforeEach(async () => {
    const folder = pluginIn({ host: world.host() }, guard);
    inside = join(folder, '../deep');
    mkdirSync(inside);
    writeFileSync(join(folder, '../.ai-tools.toml'), 'plugins = ["./guard"]\n');
    expect((await world.cli('trust --yes', world.host({ cwd: inside }))).code).toBe(0);
    expect((await world.cli('plugin enable guard --yes', world.host({ cwd: inside }))).code).toBe(0);
  });

  const isQuickIn = async (cwd: string) =>
    (await readyToRun([id, '-a', 'work'], world.host({ cwd }))) !== undefined;

  test('is asked before each of them, whatever was recorded elsewhere; what is recorded there is for nobody', async () => {
    await settle(id);
    expect([await isQuickIn(world.work), await isQuickIn(inside)]).toEqual([true, false]);
    for (let round = 0; round < 2; round += 1) {
      const { code, stderr } = await world.cli(`run ${id} -a work`, world.host({ cwd: inside }));
      expect([code, stderr]).toEqual([4, expect.stringContaining('not work')]);
      expect(await isQuickIn(inside)).toBe(false);
    }
    expect(await isQuickIn(world.work)).toBe(true);
    await succeed(`run ${id} -a work`);
  });

  test('is asked no more once the file is trusted no more, and again as soon as it is', async () => {
    const there = world.host({ cwd: inside });
    await world.cli('trust --revoke', there);
    expect((await world.cli(`run ${id} -a work`, there)).code).toBe(0);
    await world.cli('trust --yes', there);
    expect((await world.cli(`run ${id} -a work`, there)).code).toBe(4);
    expect(await isQuickIn(inside)).toBe(false);
  });
});
