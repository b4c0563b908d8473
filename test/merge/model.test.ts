import { describe, expect, test } from 'vitest';
import { baseAfter, mergeStep } from '../../src/merge/index.ts';
import { type Engine, ModelWorld } from './model-world.ts';

/** More with `MODEL_RUNS`; one alone with `MODEL_SEED`. */
const runs = Number(process.env.MODEL_RUNS ?? 1500);
const seed = process.env.MODEL_SEED;
const ours: Engine = { step: mergeStep, baseAfter };

function faultsOf(engine: Engine, run: number, rereads: boolean): string[] {
  const random = randomFrom(run);
  const world = new ModelWorld(engine, random, 2 + (run % 3), rereads);
  const faults = world.run(20 + random(60)).map((fault) => `run ${run}: ${fault}`);
  if (seed !== undefined) console.log(world.log.join('\n'));
  return faults;
}

/** Small and good enough: mulberry32. */
function randomFrom(start: number): (below: number) => number {
  let state = (start * 0x9e3779b1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

describe.each([
  ['a tool that saves what it remembers', false],
  ['a tool that reads its file again before it saves', true],
])('%s', (_, rereads) => {
  test(`no leaf that nobody deleted is lost, and identity never crosses, in ${runs} lives`, () => {
    const first = seed === undefined ? 1 : Number(seed);
    const faults: string[] = [];
    for (let run = first; run < first + (seed === undefined ? runs : 1) && faults.length < 5; run += 1)
      faults.push(...faultsOf(ours, run, rereads));
    expect(faults).toEqual([]);
  });
});
