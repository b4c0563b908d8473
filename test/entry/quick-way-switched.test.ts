import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fakeNpm } from '../support/fake-npm.ts';
import { type QuickWorld, quickWorld } from './quick-world.ts';

const run = ['run', 'codex', '-a', 'work'];

/** Both ways, of which the quick one may have no answer, and no other than the slow one. */
async function startOf(world: QuickWorld, words: readonly string[] = run) {
  const { quick, slow } = await world.both(words);
  if (quick !== undefined) expect(quick).toEqual(slow);
  return { isQuick: quick !== undefined, slow };
}

test('a version of ours that is switched, and switched back, is the one that is started', async () => {
  const world = await quickWorld('codex', '--private');
  const npm = fakeNpm(join(world.home, 'bin'), { package: '@openai/codex', bin: 'codex' });
  for (const version of ['1.0.0', '1.0.1']) npm.publish({ version, script: `echo codex ${version}` });
  for (const version of ['1.0.0', '1.0.1', '1.0.0']) {
    expect(await world.cli(`install codex@${version} -i default --yes`)).toMatchObject({ code: 0 });
    const switched = await startOf(world);
    expect(switched.slow).toMatchObject({ file: expect.stringContaining(`/${version}/`) });
    await world.settle();
    expect(await startOf(world)).toEqual({ isQuick: true, slow: switched.slow });
  }
});

test('a label that is claimed, and not yet the account’s, starts nothing', async () => {
  const world = await quickWorld('codex', '--private');
  const { paths } = world.ctx();
  writeFileSync(paths.labelOf('codex', 'client'), `${world.folder.slice(-8)}\n`);
  const { isQuick, slow } = await startOf(world, ['run', 'codex', '-a', 'client']);
  expect(isQuick).toBe(false);
  expect(slow).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
});

test.each(['AI_TOOLS_ACCOUNT_CODEX', 'AI_TOOLS_ACCOUNT'])(
  '%s is stronger than a default that is started the quick way',
  async (name) => {
    const world = await quickWorld('codex', '--private');
    await world.cli('default codex work');
    await sleep(60);
    await world.cli('run codex');
    expect(await startOf(world, ['run', 'codex'])).toMatchObject({ isQuick: true });
    const { quick, slow } = await world.both(['run', 'codex'], world.host({ env: { [name]: 'other' } }));
    expect(slow).toMatchObject({ env: { CODEX_HOME: expect.not.stringContaining(world.folder) } });
    if (quick !== undefined) expect(quick).toEqual(slow);
  },
);
