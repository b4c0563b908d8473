import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pushHome, syncRoot } from '../../../src/accounts/sync/sync-root.ts';
import { type Death, Died, deathsOf, faultyFiles } from '../../support/faulty-files.ts';
import { met, type Pair, quickFiles } from './sync-lab.ts';

/**
 * Work has one entry more, one that it deleted, one that both changed, and waits for one of personal's; in files of
 * all kinds.
 */
async function apart(): Promise<Pair> {
  const lab = await met({ map: { a: { own: 1 }, gone: { own: 2 } }, value: 1, set: ['x'] });
  lab.put(lab.personal, 'NOTES.md', '# notes of personal\n');
  lab.edit(lab.personal, 'state.json', (draft) => {
    draft.map.p = { own: 3 };
    draft.value = 2;
  });
  await lab.leave(lab.personal);
  lab.session(lab.work).end();
  lab.put(lab.work, 'settings.toml', 'model = "big"\n');
  lab.edit(lab.work, 'state.json', (draft) => {
    draft.map.w = { own: 4 };
    delete draft.map.gone;
    draft.value = 3;
    draft.set.push('y');
  });
  return lab;
}

type Act = (lab: Pair, ctx: Pair['ctx']) => Promise<unknown>;

const acts: readonly [string, Act][] = [
  ['a push', (lab, ctx) => pushHome(ctx, lab.tool, lab.work)],
  ['a launch, which pushes and pulls', (lab, ctx) => lab.join(lab.work, ctx)],
  ['a launch of the other one', (lab, ctx) => lab.join(lab.personal, ctx)],
];

/** Puts the same disk back each time. */
async function repeatable(): Promise<{ lab: Pair; again(): void }> {
  const lab = await apart();
  const { root } = lab.ctx.paths;
  const copy = { recursive: true, preserveTimestamps: true } as const;
  cpSync(root, `${root}.before`, copy);
  const again = () => {
    rmSync(root, { recursive: true });
    cpSync(`${root}.before`, root, copy);
  };
  return { lab, again };
}

async function stepsOf(act: Act, { lab, again }: Awaited<ReturnType<typeof repeatable>>): Promise<string[]> {
  again();
  const faulty = faultyFiles(quickFiles(lab.now));
  await act(lab, lab.process(faulty.files));
  return faulty.steps;
}

describe.each(acts)('%s', (_, act) => {
  test('killed after or half way through any of its steps, it loses nothing, and the next one completes', async () => {
    const world = await repeatable();
    const steps = await stepsOf(act, world);
    expect(steps.length).toBeGreaterThan(20);
    for (const death of deathsOf(steps)) {
      world.again();
      await expectToSurvive(world.lab, act, death);
    }
  }, 240_000);

  test('refused by the disk at any of its steps it stops nothing, and loses nothing', async () => {
    const { lab, again } = await repeatable();
    const steps = await stepsOf(act, { lab, again });
    for (const [index, step] of steps.entries()) {
      again();
      const faulty = faultyFiles(quickFiles(lab.now));
      faulty.failAt(index + 1, 'ENOSPC');
      const ctx = lab.process(faulty.files);
      await act(lab, ctx).catch((error: { code?: string }) => {
        // The mark of the launch itself is the one thing that has to be written.
        if (!/dirty/.test(step)) throw new Error(`failed at step ${index + 1}: ${step}`, { cause: error });
      });
      lab.end(ctx);
      expectNothingLost(lab);
      await expectSettles(lab);
    }
  }, 240_000);
});

async function expectToSurvive(lab: Pair, act: Act, { at, step, when }: Death): Promise<void> {
  const faulty = faultyFiles(quickFiles(lab.now));
  faulty.dieAt(at, when);
  const victim = lab.process(faulty.files);
  await expect(act(lab, victim), `${when} ${step}`).rejects.toThrow(Died);
  lab.end(victim);
  try {
    expectNothingLost(lab);
    await expectSettles(lab);
  } catch (error) {
    throw new Error(`killed ${when} step ${at}: ${step}`, { cause: error });
  }
}

/** Each value is on some disk still, and whose it is nobody else learns. */
function expectNothingLost(lab: Pair): void {
  const places = [lab.work, lab.personal, lab.root].map((side) => JSON.stringify(lab.json(side)));
  for (const entry of ['"a":{"own":1}', '"p":{"own":3}', '"w":{"own":4}', '"y"'])
    expect(
      places.some((text) => text.includes(entry)),
      entry,
    ).toBe(true);
  expect(places[2]).not.toMatch(/who|userID/);
  expect(everything(lab).join('\n')).toMatch(/"value": 3/);
}

/** All that lies in homes, root, trash and conflicts, as text. */
function everything({ ctx, work, personal, root }: Pair): readonly string[] {
  const files = [work.home, personal.home, root.folder].map((folder) => join(folder, 'state.json'));
  const kept = ctx.paths.conflicts;
  const names = existsSync(kept) ? readdirSync(kept) : [];
  const values = names.map((name) => join(kept, name, 'value.json')).filter((file) => existsSync(file));
  return [...files, ...values].map((file) =>
    readFileSync(file, 'utf8').replace(/"pointer": "\/value",\s*"value"/g, '"value"'),
  );
}

async function expectSettles(lab: Pair): Promise<void> {
  for (const account of [lab.work, lab.personal, lab.work]) {
    const ctx = lab.process();
    const report = await lab.join(account, ctx);
    expect(report).toMatchObject({ damaged: [], skipped: [] });
    await lab.leave(account, ctx);
  }
  for (const side of [lab.work, lab.personal, lab.root])
    expect(lab.json(side)).toMatchObject({
      map: { a: { own: 1 }, p: { own: 3 }, w: { own: 4 } },
      value: 2,
      set: ['x', 'y'],
    });
  for (const side of [lab.work, lab.personal]) {
    expect(lab.text(side, 'NOTES.md')).toBe('# notes of personal\n');
    expect(lab.text(side, 'settings.toml')).toContain('model = "big"');
  }
  for (const side of [lab.work, lab.personal]) expect(lab.json(side).map).not.toHaveProperty('gone');
  const quiet = lab.process();
  expect(await syncRoot(quiet, lab.tool, lab.work)).toMatchObject({ pushed: [], pulled: [] });
}
