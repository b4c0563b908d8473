import { describe, expect, test, vi } from 'vitest';
import type * as Merge from '../../../src/merge/index.ts';
import { randomFrom } from '../../merge/model-document.ts';
import type { Engine } from '../../merge/model-world.ts';
import { plainThreeWay } from '../../merge/plain-three-way.ts';
import { DiskModel } from './disk-model.ts';

const planted = vi.hoisted((): { engine?: Engine } => ({}));

vi.mock('../../../src/merge/index.ts', async (importActual) => {
  const actual = await importActual<typeof Merge>();
  const engine: Engine = {
    step: (input) => (planted.engine?.step ?? actual.mergeStep)(input),
    baseAfter: (step, written) => (planted.engine?.baseAfter ?? actual.baseAfter)(step, written),
  };
  return { ...actual, mergeStep: engine.step, baseAfter: engine.baseAfter };
});

/** More with `MODEL_RUNS`; one alone with `MODEL_SEED`. */
const runs = Number(process.env.MODEL_RUNS ?? 150);
const seed = process.env.MODEL_SEED;

async function faultsOf(run: number, rereads: boolean): Promise<readonly string[]> {
  const random = randomFrom(run);
  const log = seed === undefined ? undefined : console.log;
  const model = await DiskModel.make({ random, homes: 2 + (run % 3), rereads, log });
  return (await model.run(20 + random(40))).map((fault) => `run ${run}: ${fault}`);
}

describe.each([
  ['a tool that saves what it remembers', false],
  ['a tool that reads its file again before it saves', true],
])('%s', (_, rereads) => {
  test(
    `on a real disk no leaf that nobody deleted is lost, identity never crosses, and all come to rest, in ${runs} lives`,
    async () => {
      const first = seed === undefined ? 1 : Number(seed);
      const faults: string[] = [];
      for (let run = first; run < first + (seed === undefined ? runs : 1) && faults.length < 5; run += 1)
        faults.push(...(await faultsOf(run, rereads)));
      expect(faults).toEqual([]);
    },
    120_000 + runs * 2000,
  );

  test('the model finds a plain three-way merge', async () => {
    planted.engine = plainThreeWay;
    try {
      expect(await firstFault(rereads)).toMatch(/lost/);
    } finally {
      delete planted.engine;
    }
  }, 300_000);
});

async function firstFault(rereads: boolean): Promise<string | undefined> {
  for (let run = 1; run < 500; run += 1) {
    const [fault] = await faultsOf(run, rereads);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
