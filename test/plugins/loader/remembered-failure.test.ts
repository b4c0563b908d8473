import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { examinePlugins, loadPlugins, type PluginsContext, planEnable } from '../../../src/plugins/index.ts';
import { asked, enabled, type PluginOnDisk, programText, put, putProgram, world } from './world.ts';

const acme: PluginOnDisk = {
  program: programText({ id: 'acme', displayName: 'Acme' }),
};

/** As `world`, with a clock of its own: each look at it takes so long. */
function slowly(ctx: PluginsContext, stepMs: number) {
  let at = Date.now();
  const passes = (ms: number) => {
    at += ms;
    return new Date(at);
  };
  return { ctx: { ...ctx, host: { ...ctx.host, now: () => passes(stepMs) } }, passes };
}

/** A plugin that worked once, and gives up at each start now; its program, and how often it was started since. */
async function failing(stepMs: number) {
  const base = world();
  const folder = await enabled(base, acme);
  const program = join(folder, 'program.mjs');
  const fail = (text = 'process.exit(3)') => putProgram(program, `${count(program)}\n${text}`);
  fail();
  const { ctx, passes } = slowly(base, stepMs);
  const problems = async () => {
    const loaded = await loadPlugins(ctx);
    await loaded.close();
    return loaded.problems.map(({ code, message }) => `${code}: ${message}`);
  };
  const before = asked(program).length;
  return { ctx, passes, program, fail, problems, starts: () => asked(program).length - before };
}

const count = (file: string) =>
  `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(`${file}.log`)}, 'start\\n');`;

test('who failed slowly is not asked again at the next starts, and each of them says so', async () => {
  const { problems, starts } = await failing(2_000);
  const first = await problems();
  expect([first, starts()]).toEqual([[expect.stringMatching(/^PLUGIN_ABSENT/)], 1]);
  for (let round = 0; round < 3; round += 1) expect(await problems()).toEqual(first);
  expect(starts()).toBe(1);
});

test('who failed at once is asked at each start', async () => {
  const { problems, starts } = await failing(0);
  for (let round = 0; round < 2; round += 1) await problems();
  expect(starts()).toBe(2);
});

test('it is asked again once its file changes, and after an hour', async () => {
  const { passes, fail, problems, starts } = await failing(2_000);
  await problems();
  fail('process.exit(4)');
  await problems();
  expect(starts()).toBe(2);
  passes(3_600_000);
  await problems();
  expect(starts()).toBe(3);
  passes(-7_200_000);
  await problems();
  expect(starts()).toBe(4);
});

test('looking for what is wrong asks it, and so does enabling: what is mended beside its files is used by the next start', async () => {
  const { ctx, program, problems, starts } = await failing(2_000);
  const sick = join(program, '../sick');
  put(sick, '');
  putProgram(
    program,
    `import { existsSync } from 'node:fs'; if (existsSync(${JSON.stringify(sick)})) process.exit(3);${acme.program}`,
  );
  await problems();
  expect((await examinePlugins(ctx, 'acme')).map(({ code }) => code)).toContain('PLUGIN_ABSENT');
  const still = starts();
  expect((await problems())[0]).toContain('PLUGIN_ABSENT');
  expect(starts()).toBe(still);
  rmSync(sick);
  expect((await problems())[0]).toContain('PLUGIN_ABSENT');
  await examinePlugins(ctx, 'acme');
  expect(await problems()).toEqual([]);

  put(sick, '');
  putProgram(
    program,
    `import { existsSync } from 'node:fs'; if (existsSync(${JSON.stringify(sick)})) process.exit(3);${acme.program}`,
  );
  expect((await problems())[0]).toContain('PLUGIN_ABSENT');
  rmSync(sick);
  await planEnable(ctx, 'acme');
  expect(await problems()).toEqual([]);
});

test.each([
  '{',
  '{"at":1}',
  `{"schemaVersion":1,"by":"1.0.0","at":${Date.now()},"stamps":{},"code":"X","data":{}}`,
])('what is remembered as %s is nothing', async (text) => {
  const { ctx, problems, starts } = await failing(2_000);
  put(join(ctx.paths.cache, 'plugins/acme.json'), text);
  await problems();
  expect(starts()).toBe(1);
});
