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
  const byHand = best(3, () => keptByHand(ids));
  return [
    ['all(), unchanged table', `${perCall(() => registry.all()).toFixed(1)} ns`, '<= 2 ns', ''],
    ['tool(id), 1,000 tools', `${perCall(() => registry.tool('tool-500')).toFixed(1)} ns`, '', ''],
    ['register 100,000 + all() × sort of the ids', (registerAll / bareSort).toFixed(2), '<= 2.50', ''],
    ['register 100,000 + all() × the same, unchecked', (registerAll / byHand).toFixed(2), '', ''],
  ];
}

/** The least that a table of frozen tools, sorted by id, can be made with. */
function keptByHand(ids) {
  const tools = new Map();
  for (const id of ids) tools.set(id, { tool: Object.freeze(toolByHand(id)), owner: 'host' });
  return [...tools.keys()].sort().map((id) => tools.get(id).tool);
}

function toolByHand(id) {
  return {
    id,
    displayName: 'x',
    configDirectoryName: `.${id}`,
    configDirEnvVar: null,
    authLoginCommand: null,
    installCommand: null,
    sessionSubdirectories: none,
    ansiColor: '',
    supportsSetup: false,
    coloredTag: `[${id}]\u001b[0m`,
  };
}

const none = Object.freeze([]);

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
