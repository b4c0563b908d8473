import { nodeHost } from '../../../../src/platform/index.ts';
import { wireLimits } from '../../../../src/plugins/contract/index.ts';
import { childPlugin, connect } from '../../../../src/plugins/rpc/index.ts';
import { startPiped } from '../../../../src/process/index.ts';

// A process that has one plugin, as `tools` has: node plugin-host.mjs <how> <file> <args…>
const [how, file = '', ...args] = process.argv.slice(2);
const host = nodeHost();

async function main(): Promise<void> {
  if (how === 'flood') return await measureFlood();
  const child = childPlugin(host, file, { version: '1', args, limits: { readMs: 60_000, graceMs: 200 } });
  const { descriptor } = await child.describe();
  console.log(JSON.stringify(descriptor));
  if (how === 'describe') return;
  if (how === 'wait') await new Promise((resolve) => setTimeout(resolve, 60_000));
  const info = await child.accountInfo('/h');
  console.log(JSON.stringify({ info: info ?? null, state: child.state, problem: child.problem?.message }));
  if (how === 'close') await child.close();
}

/** How much memory is held while the program says very much, and after it. */
async function measureFlood(): Promise<void> {
  const start = { file, args, env: { PATH: process.env.PATH ?? '' }, cwd: process.cwd() };
  const before = { rss: process.memoryUsage().rss, heap: await heapUsed() };
  const connection = connect(await startPiped(host, start, wireLimits), wireLimits, { plugin: 'p', file });
  const result = await connection.call('m', undefined, { timeoutMs: 60_000 });
  const after = { peak: process.resourceUsage().maxRSS * 1024, heap: await heapUsed() };
  console.log(
    JSON.stringify({
      result,
      noise: connection.noise().lines,
      peakMb: Math.round((after.peak - before.rss) / 1e6),
      heapMb: Math.round((after.heap - before.heap) / 1e6),
    }),
  );
  await connection.close();
}

/** What lies outside the heap is given back beside us, so a first collection shows less than it frees. */
async function heapUsed(): Promise<number> {
  const { gc } = globalThis as { readonly gc?: () => void };
  for (const _ of ['first', 'second', 'third']) {
    gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await main();
