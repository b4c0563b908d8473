import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Host } from '../../../src/platform/index.ts';
import { testHost } from '../../support/temp-home.ts';
import { treeOf } from '../../support/tree.ts';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

beforeEach(async () => {
  world = cliWorld();
  for (const label of ['work', 'other']) await world.run(`account add codex ${label}`);
});

const hoursLater = (hours: number): Host => ({
  ...testHost({ home: world.home }),
  now: () => new Date(Date.now() + hours * 60 * 60 * 1000),
});
const inTrash = () => readdirSync(join(world.root, 'trash')).length;

describe('tools trash', () => {
  test('list: what lies there, since when, and from where', async () => {
    expect(await world.run('trash list')).toMatchObject({ code: 0, stdout: '' });
    await world.run('remove codex work --yes');
    const { entries } = await world.json('trash list');
    expect(entries).toMatchObject([
      { what: 'codex#work', from: expect.stringContaining(join(world.root, 'accounts/codex')) },
    ]);
    expect((await world.run('trash ls')).stdout).toContain('\tcodex#work\t');
  });

  test('empty: names each, deletes with consent alone, and what came later stays', async () => {
    await world.run('remove codex work --yes');
    expect(await world.run('trash empty')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    const dry = await world.run('trash empty --dry-run');
    expect(dry.stdout).toMatch(/^codex#work, there since \d{4}-\d\d-\d\d: /);
    expect(await world.run('trash empty --older 1h --yes')).toMatchObject({ stderr: 'nothing to delete\n' });
    expect(inTrash()).toBe(1);
    await world.run('remove codex other --yes', { host: hoursLater(3) });
    const done = await world.run('trash empty --older 2h --yes', { host: hoursLater(4) });
    expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining('codex#work, there since') });
    expect((await world.json('trash list')).entries).toMatchObject([{ what: 'codex#other' }]);
    await world.run('trash empty --yes', { host: hoursLater(5) });
    expect(inTrash()).toBe(0);
    expect(await world.run('undo')).toMatchObject({ code: 1, stderr: expect.stringContaining('is gone') });
  });

  test.each(['7', 'd', '-1d', '1.5h', '7w', ''])('--older %j is no length of time', async (older) => {
    await world.run('remove codex work --yes');
    const before = treeOf(world.root);
    expect(await world.run(['trash', 'empty', '--yes', `--older=${older}`])).toMatchObject({ code: 2 });
    expect(treeOf(world.root)).toEqual(before);
    expect(existsSync(world.root)).toBe(true);
  });
});
