import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepFolder } from './keep-folder.ts';
import { clearMarks, confession, type ShimWorld, settle, shimWorld } from './shim-world.ts';
import { type Change, copyShims, harmless, layOut, onDisk, places, telling } from './situations.ts';

const situations = Number(process.env.SHIM_SITUATIONS ?? 1000);
const seed = Number(process.env.SHIM_SEED ?? 1);

describe('law 6: a shim and run', async () => {
  const world = await prepared();
  const putBack = keepFolder(world.home);

  /** Whether the shim started the tool by itself; then as run would have done it. */
  const agree = async (place: string, changes: readonly Change[], run = 0): Promise<boolean> => {
    const env = Object.assign({}, ...changes.map((change) => change.env?.(world)));
    for (const change of changes) ifPossible(() => change.disk?.(world));
    const asked = { cwd: join(world.home, place), env };
    const where = `${run}: in "${place}" with ${changes.map(({ name }) => name).join(' and ')}`;
    const started = world.start(asked);
    if (started.by === 'shim') {
      const plan = await world.plan(asked);
      expect(plan, where).toMatchObject({ state: 'starts', told: [] });
      if (plan.state !== 'starts') return false;
      expect(started.argv[0], where).toBe(plan.file);
      expect(withoutShellsOwn(started.env), where).toEqual(withoutShellsOwn(plan.env));
    } else {
      expect(started, where).toMatchObject({ by: 'program', argv: ['run', 'codex', '--', ...confession] });
    }
    if (changes.some(({ disk }) => disk)) putBack();
    else clearMarks(world);
    return started.by === 'shim';
  };

  it('start without another process whatever says nothing of the account', { timeout: 60_000 }, async () => {
    for (const change of harmless) expect(await agree('repo/deep/er', [change]), change.name).toBe(true);
  });

  it(`mean the same in ${situations} situations, or it is left to run`, { timeout: 600_000 }, async () => {
    const random = randomFrom(seed);
    const pick = pickFrom(random);
    let direct = 0;
    for (let run = 0; run < situations; run += 1) {
      const changes = [
        ...(random() < 0.6 ? [pick(harmless)] : []),
        ...(random() < 0.6 ? [pick(harmless)] : []),
        ...(random() < 0.15 ? [pick(telling)] : []),
      ];
      if (await agree(pick(places), changes, run)) direct += 1;
    }
    // Not by leaving everything to run.
    expect(direct).toBeGreaterThan(situations * 0.4);
  });

  it.each([...telling, ...onDisk])('agree with $name', { timeout: 60_000 }, async (change) => {
    await agree(/file|trusted|table|cache/.test(change.name) ? 'filed' : 'repo', [change]);
  });

  it(`mean the same after ${situations / 20} changes on the disk`, { timeout: 600_000 }, async () => {
    const random = randomFrom(seed + 1);
    const pick = pickFrom(random);
    for (let run = 0; run < situations / 20; run += 1) {
      const changes = [pick(onDisk), ...(random() < 0.5 ? [pick(onDisk)] : [pick(harmless)])];
      await agree(pick(places), changes, run);
    }
  });
});

/** What another change has taken away can't be changed any more. */
function ifPossible(change: () => void): void {
  try {
    change();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

function pickFrom(random: () => number) {
  return <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
}

async function prepared(): Promise<ShimWorld> {
  const world = shimWorld();
  layOut(world);
  await world.cli(['account', 'add', 'codex', 'play', '--share']);
  await world.cli(['use', 'codex', 'play', '--global']);
  copyFileSync(join(world.root, 'defaults', 'codex'), join(world.home, 'play-default'));
  await world.cli(['account', 'add', 'codex', 'work', '--share']);
  await world.cli(['use', 'codex', 'work', '--global']);
  await world.cli(['link', 'codex', 'play', '--dir', join(world.home, 'linked')]);
  for (const place of ['filed', 'required', 'other-required'])
    await world.cli(['trust', join(world.home, place), '--yes']);
  await world.cli(['shim', 'enable', 'codex']);
  copyShims(world);
  for (const label of ['work', 'play', 'work', 'play']) {
    await settle();
    await world.cli(['run', 'codex', '-a', label, '--', '/dev/null']);
  }
  clearMarks(world);
  return world;
}

/** A shell always knows where it stands, and where it splits words. */
function withoutShellsOwn(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PWD: _pwd, OLDPWD: _old, IFS: _ifs, ...rest } = env;
  return rest;
}

/** mulberry32 */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
