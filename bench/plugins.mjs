// Plugins that are programs, side by side in one process: what a start and a greeting cost against a start alone, and
// calls against vscode-jsonrpc, which asks the same program in the same words.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createMessageConnection,
  RequestType,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { built } from './built.mjs';

const programs = fileURLToPath(new URL('../test/plugins/rpc/programs', import.meta.url));
const door = fileURLToPath(new URL('../dist/plugin.cjs', import.meta.url));

/** @returns rows: name, ratio, goal, milliseconds */
export async function pluginRows({ isQuick }) {
  const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-bench-plugins-'));
  try {
    const rpc = await built(
      'plugins/rpc/index.ts',
      'plugins/contract/index.ts',
      'platform/node-host.ts',
      'process/index.ts',
    );
    const host = rpc.nodeHost();
    const native = nativePlugin(scratch);
    return [
      ...(await startRows(rpc, host, native, scratch, isQuick ? 15 : 41)),
      ...(native
        ? await callRows(rpc, host, native, isQuick ? 15 : 41)
        : [['calls', 'no C compiler here', '', '']]),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function startRows(rpc, host, native, scratch, rounds) {
  const describe = (file, args) => async () => {
    const child = rpc.childPlugin(host, file, { version: '0', args });
    const spent = await timed(() => child.describe());
    await child.close();
    return spent;
  };
  const variants = {
    true: startAndEnd('/bin/true', []),
    ...(native && { native: describe(native, []) }),
    sh: describe('/bin/sh', [join(programs, 'odd-plugin.sh'), 'sound', 'bench']),
    node: startAndEnd(process.execPath, ['-e', '0']),
    ...(existsSync(door) && { served: describe(process.execPath, [servedPlugin(scratch)]) }),
  };
  const times = await interleaved(variants, rounds);
  const row = (name, variant, floor, goal) => {
    if (!times[variant]) return [name, 'not here', goal, ''];
    return [name, ratio(times, 'wall', variant, floor).toFixed(2), goal, typical(times[variant]).toFixed(1)];
  };
  return [
    row('a plugin of C described, × spawn(true)', 'native', 'true', '<= 1.10'),
    row('one of sh, × spawn(true)', 'sh', 'true', ''),
    row('one of serveTool, × node -e 0', 'served', 'node', '<= 1.05'),
  ];
}

/** A start, with the pipes that a plugin has, until the end. */
function startAndEnd(file, args) {
  return () =>
    timed(() => once(spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true }), 'exit'));
}

async function callRows(rpc, host, native, rounds) {
  const calls = 10_000;
  const start = { file: native, args: [], env: {}, cwd: '/' };
  const limits = rpc.wireLimits;
  const ours = rpc.connect(await rpc.startPiped(host, start, limits), limits, {
    plugin: 'bench',
    file: native,
  });
  const { connection: theirs, child } = vscodeConnection(native);
  const params = { configDir: '/home/somebody/.local/share/ai-tools/accounts/acme/b0000001/home' };
  const method = 'tool/accountInfo';
  const request = new RequestType(method);
  const ask = {
    ours: () => ours.call(method, params, { timeoutMs: 60_000 }),
    theirs: () => theirs.sendRequest(request, params),
  };
  const pipelined = (one) => () => timed(() => Promise.all(Array.from({ length: calls }, one)));
  const warm = (one) => () =>
    timed(async () => {
      for (let n = 0; n < warmCalls; n += 1) await one();
    });
  const times = await interleaved(
    {
      oursAll: pipelined(ask.ours),
      theirsAll: pipelined(ask.theirs),
      oursWarm: warm(ask.ours),
      theirsWarm: warm(ask.theirs),
    },
    rounds,
  );
  await ours.close();
  theirs.dispose();
  child.kill();
  const all = (what) => ratio(times, what, 'theirsAll', 'oursAll').toFixed(1);
  const one = (what) => ratio(times, what, 'oursWarm', 'theirsWarm').toFixed(2);
  return [
    [
      '10,000 calls at once, × as fast as vscode-jsonrpc',
      all('wall'),
      '>= 15',
      typical(times.oursAll).toFixed(1),
    ],
    ['the same, × less CPU time of the host', all('cpu'), '', ''],
    [
      'a warm call, × vscode-jsonrpc',
      one('wall'),
      '<= 0.75',
      (typical(times.oursWarm) / warmCalls).toFixed(3),
    ],
    ['the same, CPU time of the host', one('cpu'), '', ''],
  ];
}

const warmCalls = 500;

/** vscode-jsonrpc with its own reader and writer, but for the framing: a message a line, as the wire has it. */
function vscodeConnection(file) {
  const child = spawn(file, [], { stdio: ['pipe', 'pipe', 'ignore'] });
  const connection = createMessageConnection(new LineReader(child.stdout), new LineWriter(child.stdin));
  connection.listen();
  return { connection, child };
}

class LineReader extends StreamMessageReader {
  #rest = '';
  onData(data) {
    const lines = (this.#rest + data).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.callback(JSON.parse(line));
  }
}

class LineWriter extends StreamMessageWriter {
  doWrite(_message, _headers, data) {
    return this.writable.write(Buffer.concat([data, Buffer.from('\n')]));
  }
}

/** Static, as a plugin that is handed out would be; undefined where nothing compiles C. */
function nativePlugin(scratch) {
  const file = join(scratch, 'native-plugin');
  const source = join(programs, 'native-plugin.c');
  const { status } = spawnSync('cc', ['-O2', '-static', '-o', file, source], { stdio: 'ignore' });
  return status === 0 ? file : undefined;
}

function servedPlugin(scratch) {
  const file = join(scratch, 'served.cjs');
  const tool = "{ id: 'acme', displayName: 'Acme' }";
  writeFileSync(file, `require(${JSON.stringify(door)}).serveTool(${tool});\n`);
  return file;
}

/** Each variant once a round, in shuffled order; the first round warms the caches. */
async function interleaved(variants, rounds) {
  const times = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const name of shuffled(Object.keys(variants))) {
      const spent = await variants[name]();
      if (round >= 0) times[name].push(spent);
    }
  }
  return times;
}

function shuffled(names) {
  const keys = names.map((name) => ({ name, key: Math.random() }));
  return keys.sort((one, other) => one.key - other.key).map(({ name }) => name);
}

/** @returns milliseconds that passed, and that this process computed */
async function timed(act) {
  const cpuBefore = process.cpuUsage();
  const before = performance.now();
  await act();
  const wall = performance.now() - before;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wall, cpu: (user + system) / 1000 };
}

/** Of what both took in the same round, the median. */
function ratio(times, what, one, other) {
  return median(times[one].map((spent, at) => spent[what] / times[other][at][what]));
}

function typical(spent) {
  return median(spent.map(({ wall }) => wall));
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
