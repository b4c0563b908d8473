// Accounts as they lie on the disk: added by many processes at once, after a writer was killed, and read among many.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../dist/index.js';
import { builtInto } from './built.mjs';
import { median, shuffled } from './samples.mjs';
import { homeWith } from './world.mjs';

const worker = fileURLToPath(new URL('store-worker.mjs', import.meta.url));
const processes = 100;
const each = 10;

/** @returns rows: name, what was measured, goal */
export async function storeRows(scratch) {
  const code = await builtInto(
    scratch,
    'accounts/index.ts',
    'accounts/store/account-store.ts',
    'accounts/store/account-folders.ts',
    'platform/index.ts',
    'state/index.ts',
  );
  const at = { code, scratch };
  return [...(await addRows(at)), ...(await killedRows(at)), ...(await readRows(at))];
}

/** Against one file of all accounts that is written under a lock of proper-lockfile. */
async function addRows(at) {
  const ours = await together(at, 'add', processes);
  const polled = await together(at, 'poll', processes);
  const backedOff = await together(at, 'back-off', processes);
  const of = `${processes} processes × ${each} adds`;
  return [
    [`${of}: lost or failed`, String(processes * each - ours.made), '0'],
    [`${of}, × as fast as one file, lock polled`, (polled.ms / ours.ms).toFixed(1), '>= 12'],
    [`${of}, × as fast as one file, lock with back-off`, (backedOff.ms / ours.ms).toFixed(1), '>= 4'],
  ];
}

/** Starts all, lets them begin at one moment, and waits for the last. */
async function together({ code, scratch }, verb, count, file = '') {
  const home = join(scratch, `${verb}-${Math.random().toString(36).slice(2)}`);
  mkdirSync(home);
  const children = Array.from({ length: count }, (_, nth) =>
    spawn(process.execPath, [worker, code, verb, file || join(home, 'all.json'), `w${nth}`, String(each)], {
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  );
  const said = children.map((child) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    return { child, text: () => text };
  });
  await Promise.all(said.map(({ child }) => once(child.stdout, 'data')));
  const ends = children.map((child) => once(child, 'close'));
  const start = performance.now();
  for (const { stdin } of children) stdin.end('go\n');
  const failed = (await Promise.all(ends)).filter(([status]) => status !== 0);
  const ms = performance.now() - start;
  const made = said.reduce((sum, { text }) => sum + Number(/made (\d+)/.exec(text())?.[1] ?? 0), 0);
  if (failed.length > 0 && verb !== 'add') throw new Error(`${verb}: ${failed.length} processes failed`);
  const accounts = join(home, '.local/share/ai-tools/accounts/codex');
  return { ms, made: verb === 'add' ? Math.min(made, readdirSync(accounts).length) : made };
}

async function killedRows(at) {
  const { withLock, nodeHost, writeAtomic } = await import(at.code);
  const host = nodeHost();
  const waits = [];
  let lost = 0;
  const rounds = 100;
  for (let round = 0; round < rounds; round += 1) {
    const file = join(at.scratch, `number-${round}`);
    writeFileSync(file, '0');
    die(at, file);
    const began = performance.now();
    await withLock(host, file, 'the number', () => writeAtomic(host, file, '0'));
    waits.push(performance.now() - began);
    if (round % 10 !== 0) continue;
    die(at, file);
    const { made } = await together(at, 'count', 10, file);
    lost += made - Number(readFileSync(file, 'utf8'));
  }
  return [
    ['a write after a writer was killed, ms', median(waits).toFixed(1), '<= 10'],
    ['counted by ten processes after one was killed, ten times: lost', String(lost), '0'],
  ];
}

function die({ code }, file) {
  const { signal } = spawnSync(process.execPath, [worker, code, 'die', file, 'w', '1'], { input: 'go\n' });
  if (signal !== 'SIGKILL') throw new Error(`the writer was not killed: ${signal}`);
}

async function readRows({ code, scratch }) {
  const ours = await import(code);
  const tools = registry.all().map(({ id }) => id);
  const contexts = [10, 10_000].map((count) =>
    contextIn(ours, homeWith(join(scratch, `home-${count}`), count, { tools })),
  );
  const times = contexts.map(() => []);
  for (let round = 0; round < 400; round += 1)
    for (const nth of shuffled([0, 1]))
      times[nth].push(timeOf(() => ours.findStoredAccount(contexts[nth], tools[0], 'a1')));
  const many = contexts[1];
  const names = () => tools.flatMap((tool) => ours.accountIds(many, tool));
  const file = join(scratch, 'one.json');
  writeFileSync(file, JSON.stringify(ours.listAccounts(many)));
  const whole = () => JSON.parse(readFileSync(file, 'utf8'));
  const pairs = Array.from({ length: 25 }, () => timeOf(names) / timeOf(whole));
  return [
    ['one account of 10,000 read, × of 10', (median(times[1]) / median(times[0])).toFixed(2), '<= 1.1'],
    ['the names of 10,000 accounts, × one JSON of them', median(pairs).toFixed(2), '<= 0.25'],
  ];
}

/** What a use-case is given, in that home. */
export function contextIn({ appPaths, nodeHost }, home) {
  const host = { ...nodeHost(), homeDir: home, env: { HOME: home } };
  return { host, paths: appPaths(host), registry, extensions: { providers: () => [] }, tell: () => {} };
}

function timeOf(call) {
  const start = performance.now();
  call();
  return performance.now() - start;
}
