import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wireLimits } from '../../../src/plugins/contract/index.ts';
import { connect } from '../../../src/plugins/rpc/index.ts';
import { memoryPeer } from './memory-transport.ts';

/** Something that the other side does, or that we do to it. */
type Step =
  | { readonly do: 'call' | 'wait' | 'drain' | 'block' | 'abort' | 'close' }
  | { readonly do: 'say'; readonly bytes: Uint8Array }
  | { readonly do: 'answer'; readonly id: unknown; readonly body: object }
  | { readonly do: 'end'; readonly code: number };

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 12 }) },
  fc.integer({ min: 1, max: 12 }).map(String),
  fc.constantFrom(null, undefined, 1.5, 1e300, '', 'x', [], {}, true),
);
const bodies = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue().map((result) => ({ result })) },
  fc.record({ error: fc.record({ code: fc.integer(), message: fc.string() }) }),
  fc.record({ error: fc.jsonValue() }),
  fc.record({ method: fc.oneof(fc.string(), fc.integer()), result: fc.jsonValue() }),
  fc.constant({}),
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'call' as const }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('wait', 'drain', 'block', 'abort').map((name) => ({ do: name as 'wait' })),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), id: ids, body: bodies }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('say' as const), bytes: fc.uint8Array({ maxLength: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('say' as const), bytes: fc.constant(Buffer.from('\n')) }),
  },
  fc.record({ do: fc.constant('end' as const), code: fc.nat(255) }),
  fc.constant({ do: 'close' as const }),
);

/** FUZZ_RUNS=20000 lives through more. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 500);

test('whatever the other side does, every call settles once, and a result is the one that was sent for it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (life) => {
      const peer = memoryPeer();
      const limits = { ...wireLimits, noiseLines: 5, pendingBytes: 600, lineBytes: 200 };
      const connection = connect(peer.transport, limits, { plugin: 'p', file: '/p' });
      const given = new AbortController();
      const said = new Map<number, unknown[]>();
      const settled: number[] = [];
      const outcomes: { readonly id: number; readonly result: unknown }[] = [];
      let calls = 0;
      let sent = 0;
      const all: Promise<void>[] = [];
      for (const step of life) {
        if (step.do === 'call') {
          const call = calls;
          calls += 1;
          const before = connection.waiting();
          const asked = connection.call('m', undefined, { timeoutMs: 60_000, signal: given.signal });
          if (connection.waiting() > before) sent += 1;
          const id = connection.waiting() > before ? sent : 0;
          all.push(
            asked.then(
              (result) => {
                settled.push(call);
                outcomes.push({ id, result });
              },
              (error) => {
                expect(error.code).toMatch(/^PLUGIN_/);
                settled.push(call);
              },
            ),
          );
        } else if (step.do === 'answer') {
          if (Number.isInteger(step.id) && 'result' in step.body) {
            said.set(step.id as number, [...(said.get(step.id as number) ?? []), jsonOf(step.body.result)]);
          }
          peer.say(`${JSON.stringify({ jsonrpc: '2.0', id: step.id, ...step.body })}\n`);
        } else if (step.do === 'say') peer.say(step.bytes);
        else if (step.do === 'end') peer.end({ code: step.code });
        else if (step.do === 'close') await connection.close();
        else if (step.do === 'abort') given.abort();
        else if (step.do === 'wait') await new Promise((resolve) => setImmediate(resolve));
        else peer[step.do]();
        expect(connection.waiting()).toBeLessThanOrEqual(calls);
      }
      peer.end({ code: 0 });
      await Promise.all(all);
      await connection.quiet();
      expect(settled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: calls }, (_, call) => call));
      for (const { id, result } of outcomes) expect(said.get(id)).toContainEqual(result);
    }),
    { numRuns },
  );
});

/** -0 is 0 on the wire. */
function jsonOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
