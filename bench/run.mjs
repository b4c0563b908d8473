// Ratios, never times: each round runs every variant once, in shuffled order, against `node -e 0` of the same
// round; the median over the rounds is printed. `--quick` makes 5 rounds instead of 25, and adds no accounts.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addRows } from './adds.mjs';
import { linkRows } from './links.mjs';
import { mergeRows } from './merge.mjs';
import { pluginRows } from './plugins.mjs';
import { registryRows } from './registry.mjs';
import { shellRows } from './shells.mjs';
import { shimRows } from './shims.mjs';

const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 5 : 25;
const cli = new URL('../dist/cli/main.cjs', import.meta.url).pathname;
/** Past the quick way in. */
const program = new URL('../dist/cli/program.cjs', import.meta.url).pathname;
/** Where Node can, we become the tool, and nobody waits. */
const runGoal = process.execve ? 1.05 : 1.2;
const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-bench-'));

try {
  const small = homeWith(10);
  const large = homeWith(1000);
  const many = homeWith(10_000, { links: 1000 });
  for (const home of [small, large, many]) await startBefore(home);
  const variants = [
    { name: 'node -e 0', argv: ['-e', '0'], home: small },
    { name: '--version', argv: [cli, '--version'], home: small, goal: 1.02 },
    { name: 'env', argv: [cli, 'env', 'codex', '-a', 'a1', '--shell', 'sh'], home: small, goal: 1.02 },
    {
      name: 'env, 1,000 accounts',
      argv: [cli, 'env', 'codex', '-a', 'a1', '--shell', 'sh'],
      home: large,
      goal: 1.02,
    },
    { name: 'which', argv: [cli, 'which', 'codex', '-a', 'a1'], home: small, goal: 1.02 },
    { name: 'env, slow way', argv: [program, 'env', 'codex', '-a', 'a1', '--shell', 'sh'], home: small },
    { name: 'which, slow way', argv: [program, 'which', 'codex', '-a', 'a1'], home: small },
    { name: 'list, 10 accounts', argv: [cli, 'list'], home: small, goal: 1.05 },
    { name: 'list, 1,000 accounts', argv: [cli, 'list'], home: large, goal: 1.1 },
    { name: 'list, 10,000 accounts', argv: [cli, 'list'], home: many },
    { name: 'status --short', argv: [cli, 'status', '--short'], home: small, goal: 1.1 },
    {
      name: 'status --short, 10,000 accounts, 1,000 links',
      argv: [cli, 'status', '--short'],
      home: many,
      goal: 1.1,
    },
    { name: 'status --short, slow way', argv: [program, 'status', '--short'], home: small },
    { name: 'run true', argv: [cli, 'run', 'codex', '-a', 'a1'], home: small, goal: runGoal },
    { name: 'run true, slow way', argv: [program, 'run', 'codex', '-a', 'a1'], home: small },
    { name: 'a clipanion command (info)', argv: [cli, 'info', 'codex'], home: small, goal: 1.25 },
    { name: 'one that reads nothing (tools)', argv: [cli, 'tools'], home: small, goal: 1.25 },
    { name: '--help', argv: [cli, '--help'], home: small, goal: 1.05 },
    { name: 'rename --help', argv: [cli, 'rename', '--help'], home: small, goal: 1.05 },
    { name: '--help, slow way', argv: [program, '--help'], home: small },
  ];
  print(['COMMAND', '× node -e 0', 'GOAL', 'MS'], measure(variants));
  print(['REGISTRY', 'MEASURED', 'GOAL', ''], registryRows());
  print(['SHELL', '× its own start', 'GOAL', 'MS'], shellRows(cli, scratch, { rounds }));
  print(['SHIM', '×', 'GOAL', 'MS'], shimRows({ isQuick }));
  print(['LINKS', '× ensureSymlink', 'GOAL', 'MS'], await linkRows());
  print(['PLUGIN', '×', 'GOAL', 'MS'], await pluginRows({ isQuick }));
  print(['MERGE', '× parse + stringify', 'GOAL', 'MS CPU'], await mergeRows({ isQuick }));
  if (!isQuick) print(['STORE', 'MEASURED', 'GOAL', ''], await addRows(cli, scratch));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measure(variants) {
  const samples = new Map(variants.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    const times = new Map(shuffled(variants).map((variant) => [variant.name, timeOf(variant)]));
    if (round < 0) continue; // the first round warms the caches
    for (const [name, ms] of times) samples.get(name).push({ ratio: ms / times.get('node -e 0'), ms });
  }
  return variants.map(({ name, goal }) => [
    name,
    median(samples.get(name).map(({ ratio }) => ratio)).toFixed(2),
    goal === undefined ? '' : `<= ${goal.toFixed(2)}`,
    median(samples.get(name).map(({ ms }) => ms)).toFixed(0),
  ]);
}

/** The first starts put the home in order and record what the next ones rely on. */
async function startBefore(home) {
  timeOf({ name: 'a choice', argv: [program, 'use', 'codex', 'a1', '--global'], home });
  for (let start = 0; start < 3; start += 1) {
    // What was written within one tick of the disk's clock is not relied on.
    await sleep(100);
    timeOf({ name: 'a first start', argv: [program, 'run', 'codex', '-a', 'a1'], home });
  }
}

function timeOf({ name, argv, home }) {
  const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HOME: home };
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, argv, {
    env,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return ms;
}

/** A home with `count` accounts of one tool, directories linked to one, and a program on PATH that does nothing. */
function homeWith(count, { links = 0 } = {}) {
  const home = join(scratch, `home-${count}`);
  const data = join(home, '.local', 'share', 'ai-tools');
  mkdirSync(join(home, 'bin'), { recursive: true });
  writeFileSync(join(home, 'bin', 'codex'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, 'layout.json'), '{"schemaVersion":1,"layout":1}\n', { mode: 0o600 });
  mkdirSync(join(data, 'labels', 'codex'), { recursive: true, mode: 0o700 });
  for (let n = 1; n <= count; n += 1) {
    const id = `b${String(n).padStart(7, '0')}`;
    const folder = join(data, 'accounts', 'codex', id);
    mkdirSync(join(folder, 'home'), { recursive: true, mode: 0o700 });
    const account = {
      schemaVersion: 1,
      id,
      tool: 'codex',
      label: `a${n}`,
      createdAt: '2026-01-01T00:00:00.000Z',
      home: join(folder, 'home'),
      root: 'default',
      installation: 'default',
      kind: 'login',
      identity: null,
      environment: {},
    };
    writeFileSync(join(folder, 'account.json'), JSON.stringify(account), { mode: 0o600 });
    writeFileSync(join(data, 'labels', 'codex', `a${n}`), id, { mode: 0o600 });
  }
  const directories = Array.from({ length: links }, (_, n) => [join(home, `w${n}`), { codex: 'b0000001' }]);
  const table = { schemaVersion: 1, links: Object.fromEntries(directories) };
  if (links > 0) writeFileSync(join(data, 'links.json'), JSON.stringify(table), { mode: 0o600 });
  return home;
}

function print(head, rows) {
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  console.log('');
}

function shuffled(list) {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
