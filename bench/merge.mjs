import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from './built.mjs';
import { median } from './samples.mjs';

/**
 * What the merge makes of a `.claude.json`, against JSON.parse + JSON.stringify(…, 2) of the same: processor time,
 * and what a process of its own needs of memory beyond the texts. 10 MB; and 60 MB of 50,000 directories.
 */
export async function mergeRows({ isQuick }) {
  const code = await source();
  const rows = [];
  for (const [size, count, rounds] of isQuick ? [['10 MB', 10_000, 3]] : sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'ai-tools-merge-'));
    try {
      const text = `${JSON.stringify(documentOf(count), null, 2)}\n`;
      const base = JSON.stringify(firstBase(code, text));
      writeFileSync(join(folder, 'text'), text);
      writeFileSync(join(folder, 'base'), base);
      const runs = Object.entries(work).map(([name, prepare]) => [
        name,
        prepare(code, text, JSON.parse(base)),
        [],
      ]);
      for (let round = 0; round < rounds; round += 1)
        for (const [, run, times] of runs) times.push(timeOf(run));
      const whole = { time: median(runs[0][2]), memory: memoryOf(folder, runs[0][0]) };
      for (const [name, , times] of runs) {
        const memory = (memoryOf(folder, name) / whole.memory).toFixed(2);
        const time = (median(times) / whole.time).toFixed(2);
        const [goal, memoryGoal] = goals[name] ?? ['', ''];
        rows.push([`${name}, ${size}`, time, goal, memory, memoryGoal]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

const sizes = [
  ['10 MB', 10_000, 7],
  ['60 MB', 50_000, 3],
];

const goals = { 'change one key, not read again': ['<= 0.20', '<= 0.30'] };

/** By name: what is to be had ready, and then what is measured. The first is what all is measured against. */
const work = {
  'parse + stringify(2)': (_, text) => () => JSON.stringify({ ...JSON.parse(text), theme: 'light' }, null, 2),
  'read strictly':
    ({ parseStrictly }, text) =>
    () =>
      parseStrictly(text, 'json'),
  'change one key, not read again': ({ spliceJson }, text) => {
    const document = JSON.parse(text);
    return () => spliceJson(text, document, { ...document, theme: 'light' });
  },
  'change one key, checked by reading it': ({ editDocument }, text) => {
    const document = JSON.parse(text);
    return () => editDocument(text, 'json', document, { ...document, theme: 'light' });
  },
  'merge, first meeting': (code, text) => () => firstBase(code, text),
  'merge, first meeting of an empty root': step(() => ({ base: undefined, shared: undefined })),
  'merge, nothing changed': step(() => ({})),
  'merge, one directory pushed': step((changed) => ({ home: changed })),
  'merge, one directory pulled': step((changed) => ({ shared: changed })),
  'read and write the base': (_, __, base) => {
    const text = JSON.stringify(base);
    return () => JSON.stringify(JSON.parse(text));
  },
};

function step(change) {
  return ({ mergeStep, baseAfter }, text, base) => {
    const changed = asRead(text.replace('line 3 of project 77,', 'LINE 3 of project 77,'));
    const input = { ...inputOf(text, text), base, now: 3, ...change(changed) };
    input.home = asRead(input.home.replace('{\n', '{\n  "userID": "of this home alone",\n'));
    return () => baseAfter(mergeStep(input), { shared: true, home: true, now: 4 });
  };
}

/** A string of its own, in one piece, as one that was read. */
function asRead(text) {
  return Buffer.from(text).toString();
}

function firstBase({ mergeStep, baseAfter }, text) {
  return baseAfter(mergeStep(inputOf(text, text)), { shared: true, home: true, now: 2 });
}

const source = () => built('merge/index.ts', 'formats/index.ts', 'formats/splice-json.ts');
const self = fileURLToPath(import.meta.url);

/** In a process of its own: bytes at the most, beyond what was there before. */
function memoryOf(folder, name) {
  const argv = ['--expose-gc', self, folder, name];
  return Number(spawnSync(process.execPath, argv, { encoding: 'utf8' }).stdout);
}

if (process.argv[1] === self) {
  const [folder, name] = process.argv.slice(2);
  const [text, base] = ['text', 'base'].map((file) => readFileSync(join(folder, file), 'utf8'));
  const run = work[name](await source(), text, JSON.parse(base));
  globalThis.gc();
  // From here on the most that was needed is counted anew.
  writeFileSync('/proc/self/clear_refs', '5');
  const before = process.memoryUsage.rss();
  run();
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  process.stdout.write(String(peak - before));
}

function inputOf(shared, home) {
  return {
    format: 'json',
    rules: [
      { pointer: '/theme', class: 'shared', merge: 'value' },
      { pointer: '/projects', class: 'shared', merge: 'map' },
      { pointer: '/projects/*', class: 'shared', merge: 'map' },
      { pointer: '/projects/*/allowedTools', class: 'shared', merge: 'set' },
      { pointer: '/projects/*/last*', class: 'shared', merge: 'private' },
    ],
    shared,
    home,
    root: { id: 'root', gen: 0, tombstones: {} },
    base: undefined,
    live: { state: 'none' },
    pull: true,
    unshared: { homes: ['/nowhere'], names: [] },
    now: 1,
    hash: (each) => createHmac('sha256', 'salt').update(each).digest('base64url').slice(0, 22),
  };
}

/** About a kilobyte a project, as a tool that is used every day writes it. */
function documentOf(count) {
  const projects = Object.fromEntries(
    Array.from({ length: count }, (_, nth) => [
      `/home/someone/code/project-${nth}`,
      {
        allowedTools: ['Bash(npm test)', 'Read'],
        history: Array.from({ length: 6 }, (__, line) => ({
          display: `what was asked in line ${line} of project ${nth}, "quoted", with a \\ in it`,
          pastedContents: {},
        })),
        hasTrustDialogAccepted: true,
        projectOnboardingSeenCount: nth % 4,
        lastCost: nth / 7,
        lastSessionId: `0f8fad5b-d9cb-469f-a165-${nth}`,
      },
    ]),
  );
  return { theme: 'dark', projects };
}

/** Milliseconds of the processor, all threads. */
function timeOf(call) {
  const start = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
