import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { helpOverview, helpPages } from '../../src/cli/help-pages.ts';
import { builtCli, runCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

/** Writes which of these a process came to, when it ends. */
const watcher = `
const seen = new Set();
const { get } = Object.getOwnPropertyDescriptor(process, 'stdin');
Object.defineProperty(process, 'stdin', { configurable: true, get() { seen.add('stdin'); return get.call(process); } });
process.on('exit', () => {
  for (const name of ['child_process', 'crypto'])
    if (process.moduleLoadList.includes('NativeModule ' + name)) seen.add(name);
  require('node:fs').writeFileSync(process.env.SEEN, [...seen].join(' '));
});
`;

test.each([
  ['--version'],
  ['--help'],
  ['list --help'],
  ['status --short'],
  ['info codex'],
  ['list'],
  ['which codex -a work'],
  ['env codex -a work --shell sh'],
])('%s opens no stdin and loads nothing that starts programs or hashes', async (line) => {
  const home = tempHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}` };
  await runCli(['account', 'add', 'codex', 'work'], { home });
  // The first of all brings what it asserts to the merge, which hashes; what it wrote within the same tick of the
  // disk's clock is hashed once more by the second.
  for (const _ of ['first', 'second']) runBuilt(['env', 'codex', '-a', 'work', '--shell', 'sh'], home, env);
  const [preload, seen] = [join(home, 'watcher.cjs'), join(home, 'seen')];
  writeFileSync(preload, watcher);
  execFileSync(process.execPath, ['-r', preload, builtCli, ...line.split(' ')], {
    env: { ...env, HOME: home, SEEN: seen },
  });
  expect(readFileSync(seen, 'utf8')).toBe('');
});

/** What the sources keep the program does not believe. */
function runBuilt(line: readonly string[], home: string, env: Readonly<Record<string, string>>): void {
  execFileSync(process.execPath, [builtCli, ...line], { cwd: home, env: { ...env, HOME: home } });
}

/** Writes which files of ours a process loaded, how large they are, and what of Node streams need. */
const counter = `
process.on('exit', () => {
  const { statSync, writeFileSync } = require('node:fs');
  const files = Object.keys(require.cache).filter((file) => file.includes('/dist/cli/'));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const builtIns = ['stream', 'net', 'tty'].filter((name) => process.moduleLoadList.includes('NativeModule ' + name));
  writeFileSync(process.env.SEEN, JSON.stringify({ files: files.length, bytes, builtIns }));
});
`;

// To find and open a file costs a start about as much as 30 KB more to compile where little of it runs: what a command
// reads is what it costs. The way in is as large as run, env and which together: 5 KB more to pass over are far less than
// a second file.
test.each([
  { line: '--version', files: 1, kilobytes: 24, streams: [] },
  { line: '--help', files: 4, kilobytes: 115, streams: [] },
  { line: 'list --help', files: 4, kilobytes: 115, streams: [] },
  { line: 'status --short', files: 2, kilobytes: 45, streams: [] },
  { line: 'env codex --shell sh', files: 1, kilobytes: 24, streams: [] },
  { line: 'which codex', files: 1, kilobytes: 24, streams: [] },
  { line: 'tools', files: 10, kilobytes: 250, streams: undefined },
  { line: 'info codex', files: 20, kilobytes: 345, streams: undefined },
  { line: 'list', files: 30, kilobytes: 350, streams: undefined },
])(
  'tools $line reads $files files at the most, of $kilobytes KB',
  async ({ line, files, kilobytes, streams }) => {
    const home = tempHome();
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}` };
    await runCli(['account', 'add', 'codex', 'work', '--private'], { home });
    await runCli(['use', 'codex', 'work', '--global'], { home });
    // Makes the table of choices.
    for (const _ of ['first', 'second']) runBuilt(['run', 'codex'], home, env);
    const [preload, seen] = [join(home, 'counter.cjs'), join(home, 'seen')];
    writeFileSync(preload, counter);
    execFileSync(process.execPath, ['-r', preload, builtCli, ...line.split(' ')], {
      cwd: home,
      env: { ...env, HOME: home, SEEN: seen },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const read = JSON.parse(readFileSync(seen, 'utf8'));
    expect(read.files).toBeLessThanOrEqual(files);
    expect(read.bytes).toBeLessThanOrEqual(kilobytes * 1024);
    if (streams) expect(read.builtIns).toEqual(streams);
  },
);

test('a run that is waited for reads 2 files, of 37 KB', async () => {
  const home = tempHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}` };
  await runCli(['account', 'add', 'codex', 'work', '--private'], { home });
  for (const _ of ['first', 'second']) runBuilt(['run', 'codex', '-a', 'work'], home, env);
  const [preload, seen] = [join(home, 'counter.cjs'), join(home, 'seen')];
  writeFileSync(preload, counter);
  // So much that no Node becomes the program.
  const line = ['run', 'codex', '-a', 'work', '--', 'x'.repeat(100_000)];
  execFileSync(process.execPath, ['-r', preload, builtCli, ...line], {
    cwd: home,
    env: { ...env, HOME: home, SEEN: seen },
  });
  const read = JSON.parse(readFileSync(seen, 'utf8'));
  expect(read.files).toBe(2);
  expect(read.bytes).toBeLessThanOrEqual(37 * 1024);
});

test.each([80, 100])('the help that was built for %d columns is the help of this source', async (columns) => {
  const built = (name: string) => {
    const file = readdirSync(dirname(builtCli)).find((each) => each.startsWith(`${name}-${columns}-`)) ?? '';
    return createRequire(import.meta.url)(join(dirname(builtCli), file));
  };
  expect(built('help-at').pages).toEqual(await helpPages(columns));
  expect(built('help-overview-at').overview).toBe(await helpOverview(columns));
});

/** Writes the names of our files that a process loaded. */
const namer = `
process.on('exit', () => {
  const { basename } = require('node:path');
  const files = Object.keys(require.cache).filter((file) => file.includes('/dist/cli/'));
  const names = files.map((file) => basename(file, '.cjs').replace(/-[\\w-]{8}$/, ''));
  require('node:fs').writeFileSync(process.env.SEEN, names.join(' '));
});
`;

/** What takes long to load: zod, what reads a line that is not plain, plugins, words of errors, what writes and locks. */
const heavy = [
  'schema',
  'odd-line',
  'plugins',
  'words',
  'writing',
  'journal',
  'editing',
  'find-program',
  'processes',
];

// An answer is written down for the next who asks.
test.each([
  { line: 'tools', loads: ['writing'] },
  { line: 'info codex', loads: ['writing'] },
  { line: 'settings get plain', loads: ['writing'] },
  { line: 'status', loads: ['writing'] },
  { line: 'tools --json=yes', loads: ['odd-line', 'words'] },
  { line: 'info nobody', loads: ['words'] },
])('the slow way of tools $line loads no more than $loads of what takes long', async ({ line, loads }) => {
  const home = tempHome();
  await runCli(['account', 'add', 'codex', 'work', '--private'], { home });
  const [preload, seen] = [join(home, 'namer.cjs'), join(home, 'seen')];
  writeFileSync(preload, namer);
  spawnSync(process.execPath, ['-r', preload, join(dirname(builtCli), 'program.cjs'), ...line.split(' ')], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, SEEN: seen },
  });
  const loaded = readFileSync(seen, 'utf8').split(' ');
  expect(loaded).toContain('core');
  expect(loaded.filter((name) => heavy.includes(name)).sort()).toEqual(loads);
});
