import { describe, expect, test } from 'vitest';
import {
  baseAfter,
  type FileBase,
  type MergeInput,
  mergeStep,
  type RootState,
} from '../../src/merge/index.ts';
import type { KeyRule } from '../../src/registry/index.ts';
import { randomFrom } from './model-document.ts';
import { type Engine, ModelWorld } from './model-world.ts';
import { plainThreeWay } from './plain-three-way.ts';

/** More with `MODEL_RUNS`; one alone with `MODEL_SEED`. */
const runs = Number(process.env.MODEL_RUNS ?? 1000);
const seed = process.env.MODEL_SEED;
const ours: Engine = { step: mergeStep, baseAfter };
/** As of large files. */
const byParts: Engine = { step: (input) => mergeStep({ ...input, partsFrom: 0 }), baseAfter };

function faultsOf(engine: Engine, run: number, rereads: boolean): string[] {
  const random = randomFrom(run);
  const log = seed === undefined ? undefined : console.log;
  const world = new ModelWorld(engine, random, 2 + (run % 3), rereads, log);
  return world.run(20 + random(60)).map((fault) => `run ${run}: ${fault}`);
}

describe.each([
  ['a tool that saves what it remembers', false, ours],
  ['a tool that saves what it remembers, looked at by parts', false, byParts],
  ['a tool that reads its file again before it saves', true, ours],
  ['a tool that reads its file again before it saves, looked at by parts', true, byParts],
])('%s', (_, rereads, engine) => {
  test(
    `no leaf that nobody deleted is lost, and identity never crosses, in ${runs} lives`,
    () => {
      const first = seed === undefined ? 1 : Number(seed);
      const faults: string[] = [];
      for (let run = first; run < first + (seed === undefined ? runs : 1) && faults.length < 5; run += 1)
        faults.push(...faultsOf(engine, run, rereads));
      expect(faults).toEqual([]);
    },
    120_000 + runs * 200,
  );
});

describe('the model finds', () => {
  /** The same engine, told less than is true. */
  const told = (less: (input: MergeInput) => Partial<MergeInput>): Engine => ({
    step: (input) => mergeStep({ ...input, ...less(input) }),
    baseAfter,
  });
  const faulty: [string, boolean, Engine][] = [
    ['a plain three-way merge', false, plainThreeWay],
    ['a plain three-way merge', true, plainThreeWay],
    ['one that believes every deletion', false, told(() => ({ rereads: true }))],
    ['one that knows no birthmarks', true, told(() => ({ birthmarks: [] }))],
    [
      'one that does not see that a file came from a backup',
      true,
      told(({ base }) => ({ homeChangedAt: base?.homeChangedAt ?? 0 })),
    ],
    [
      'one that takes for deleted what a root from a backup lacks',
      true,
      told(({ root, base }) => ({ root: forgetful(root, base) })),
    ],
    [
      'one that dates what it wrote before it wrote it',
      false,
      { step: mergeStep, baseAfter: (step, written) => baseAfter(step, { ...written, now: step.input.now }) },
    ],
    ['one that writes into a home that is in use', false, told(() => ({ live: { state: 'none' } }))],
  ];

  test.each(faulty)(
    '%s (rereads: %s)',
    (_, rereads, engine) => {
      expect(firstFault(engine, rereads)).toContain('lost');
    },
    300_000,
  );

  test('one whose rules let identity through', () => {
    const account: KeyRule = { pointer: '/account', class: 'shared', merge: 'value' };
    const engine = told(({ rules }) => ({ rules: [account, ...rules.slice(1)] }));
    expect(firstFault(engine, true)).toContain('identity');
  });
});

function firstFault(engine: Engine, rereads: boolean): string | undefined {
  for (let run = 1; run < 3000; run += 1) {
    const [fault] = faultsOf(engine, run, rereads);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** As if every deletion of all time were newer than what anybody agreed to. */
function forgetful(root: RootState, base: FileBase | undefined): RootState {
  const tombstone = { hashes: [], gen: Number.MAX_SAFE_INTEGER, at: 0 };
  const tombstones = Object.fromEntries(Object.keys(base?.leaves ?? {}).map((name) => [name, tombstone]));
  return {
    ...root,
    gen: Math.max(root.gen, base?.gen ?? 0),
    tombstones: { ...root.tombstones, ...tombstones },
  };
}
