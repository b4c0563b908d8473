// The same job done by ccs, another account switcher, and by us: how many times longer it takes. `node bench/ccs.mjs`
// after a build; ccs is fetched from the registry, into a temporary folder, and runs none of its install scripts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, shuffled } from './samples.mjs';
import { printTable } from './table.mjs';
import { starter } from './timed-start.mjs';
import { cli } from './world.mjs';

const peer = '@kaitranntt/ccs@7.79.1';
const rounds = process.argv.includes('--quick') ? 5 : 15;

const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-bench-ccs-'));
try {
  const { theirs, ours, ccs, shim } = await world();
  const node = (where, ...argv) => ({ name: argv.join(' '), file: process.execPath, argv, ...where });
  const jobs = [
    {
      job: 'claude started',
      theirs: node(theirs, ccs, 'dummy'),
      ours: [
        {
          of: 'its shim',
          goal: 100,
          start: { name: 'shim', file: shim, argv: [], ...ours },
        },
        { of: 'tools run', goal: 6.5, start: node(ours, cli, 'run', 'claude') },
      ],
    },
    {
      job: 'accounts listed',
      theirs: node(theirs, ccs, 'auth', 'list', '--json'),
      ours: [{ of: 'tools list', goal: 6.5, start: node(ours, cli, 'list', '--json') }],
    },
    {
      job: 'the environment said',
      theirs: node(theirs, ccs, 'env', 'dummy', '--format', 'anthropic'),
      ours: [{ of: 'tools env', goal: 6.5, start: node(ours, cli, 'env', 'claude', '--shell', 'sh') }],
    },
  ];
  const timed = starter(scratch);
  printTable(
    {
      title: peer,
      figures: ['× WALL', '× CPU'],
      about: 'What ccs takes for a job, × what we take for it in the same round: medians.',
    },
    jobs.flatMap((each) => rowsOf(each, timed)),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function rowsOf({ job, theirs, ours }, timed) {
  const starts = [theirs, ...ours.map(({ start }) => start)];
  const samples = ours.map(() => []);
  for (let round = -2; round < rounds; round += 1) {
    const times = new Map(shuffled(starts).map((start) => [start, timed(start)]));
    const { wall, cpu } = times.get(theirs);
    if (round >= 0)
      ours.forEach(({ start }, at) => {
        samples[at].push({ wall: wall / times.get(start).wall, cpu: cpu / times.get(start).cpu });
      });
  }
  return ours.map(({ of, goal }, at) => [
    `${job}: by ${of}`,
    median(samples[at].map(({ wall }) => wall)).toFixed(1),
    `>= ${goal}`,
    median(samples[at].map(({ cpu }) => cpu)).toFixed(1),
    '',
  ]);
}

/** A home for each, as ccs writes into what we look at; the key is a dummy, `claude` a program that ends at once. */
async function world() {
  const homes = ['theirs', 'ours'].map((name) => join(scratch, name));
  const [theirs, ours] = homes.map((home) => {
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, 'bin', 'claude'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const PATH = `${join(home, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`;
    // In its user's own directory claude is started with more care.
    const cwd = join(home, 'repo');
    mkdirSync(cwd);
    return { env: { HOME: home, PATH }, cwd };
  });
  const ccs = installed();
  const key = ['--base-url', 'http://127.0.0.1:9', '--api-key', 'sk-dummy-bench', '--model', 'm'];
  run(theirs, ccs, 'api', 'create', 'dummy', ...key, '--yes');
  run(ours, process.execPath, cli, 'account', 'add', 'claude', 'work');
  run(ours, process.execPath, cli, 'use', 'claude', 'work', '--global');
  run(ours, process.execPath, cli, 'shim', 'enable', 'claude');
  const shim = join(ours.env.HOME, '.local', 'share', 'ai-tools', 'shims', 'claude');
  // What was written within one tick of the disk's clock is not relied on.
  for (let start = 0; start < 3; start += 1) {
    await sleep(100);
    run(ours, shim);
  }
  return { theirs, ours, ccs, shim };
}

/** By the user's own way to the registry. @returns its program */
function installed() {
  const folder = join(scratch, 'peer');
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--cache', join(scratch, 'npm')];
  run({ env: process.env, cwd: scratch }, 'npm', 'install', ...quietly, '--prefix', folder, peer);
  return join(folder, 'node_modules', '.bin', 'ccs');
}

function run(where, file, ...argv) {
  const { status, stderr } = spawnSync(file, argv, { ...where, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${file} ${argv.join(' ')}: ${stderr}`);
}
