import { AIToolRegistry } from '../dist/index.js';

/** Look-ups of the registry: nanoseconds a call, and the cost of many registrations against a bare sort. */
export function registryRows() {
  const registry = filled(1000);
  const ids = Array.from({ length: 100_000 }, (_, n) => `tool-${(n * 7919) % 100_003}`);
  const bareSort = best(5, () => [...ids].sort());
  const registerAll = best(3, () => {
    const fresh = new AIToolRegistry();
    for (const id of ids) fresh.register({ id, displayName: 'x' });
    fresh.all();
  });
  return [
    ['all(), unchanged table', `${perCall(() => registry.all()).toFixed(1)} ns`, '<= 2 ns', ''],
    ['tool(id), 1,000 tools', `${perCall(() => registry.tool('tool-500')).toFixed(1)} ns`, '', ''],
    ['register 100,000 + all() × sort of the ids', (registerAll / bareSort).toFixed(2), '<= 2.50', ''],
  ];
}

function filled(count) {
  const registry = new AIToolRegistry();
  for (let n = 0; n < count; n += 1) registry.register({ id: `tool-${n}`, displayName: `Tool ${n}` });
  return registry;
}

function perCall(call) {
  const calls = 5_000_000;
  return (
    (best(5, () => {
      let seen;
      for (let n = 0; n < calls; n += 1) seen = call();
      return seen;
    }) *
      1e6) /
    calls
  );
}

function best(times, work) {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n += 1) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
