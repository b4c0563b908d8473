// Whole starts of the program, each against the start of a Node that does nothing.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registry } from '../dist/index.js';
import { againstBase } from './pairs.mjs';
import { starter } from './timed-start.mjs';
import { cli, environmentOf, homeWith, program, sharingHome, startBefore } from './world.mjs';

/** Where Node can, we become the tool, and nobody waits. */
const runGoal = process.execve ? 1.05 : 1.2;
const library = new URL('../dist/index.js', import.meta.url).href;

/** @returns rows: name, ratio by the clock, its goal, ratio of processor time, its goal; and how quiet it was */
export async function startRows(scratch, { rounds }) {
  const variants = variantsIn(await homesIn(scratch), scratch);
  const start = starter(scratch);
  const base = { name: 'node -e 0', argv: ['-e', '0'], home: scratch };
  const { ratios, said } = againstBase(base, variants, (variant) => timed(start, variant), { rounds });
  const rows = variants.map(({ name, goal, cpuGoal }) => {
    const { wall, cpu } = ratios.get(name);
    return [name, figure(wall), bound(goal), figure(cpu), bound(cpuGoal)];
  });
  return { rows, said };
}

function timed(start, { name, file = process.execPath, argv, home, cwd = home, before }) {
  const args = typeof argv === 'function' ? argv() : argv;
  before?.();
  return start({ name, file, argv: args, env: environmentOf(home, cwd), cwd });
}

async function homesIn(scratch) {
  const tools = registry.all().map(({ id }) => id);
  const home = (name) => join(scratch, name);
  const homes = {
    small: homeWith(home('10'), 10),
    asked: homeWith(home('10-asked'), 10),
    forgetful: homeWith(home('10-forgetful'), 10),
    changing: homeWith(home('10-changing'), 10),
    large: homeWith(home('1000'), 1000),
    many: homeWith(home('10000'), 10_000, {
      tools: ['codex', ...tools.filter((id) => id !== 'codex')],
      links: 1000,
    }),
    sharing: sharingHome(home('sharing'), 'codex'),
    rewriting: sharingHome(home('rewriting'), 'claude'),
    changingShared: sharingHome(home('changing-shared'), 'claude'),
  };
  rewriteAtEachStart(homes.rewriting, 's/:1/:11/; s/:1111111/:1/');
  rewriteAtEachStart(homes.changingShared, 's/dark/blue/; t; s/blue/dark/');
  for (const each of Object.values(homes))
    await startBefore(each, [homes.rewriting, homes.changingShared].includes(each) ? 'claude' : 'codex');
  return homes;
}

/** Claude Code counts its starts in the file that accounts share parts of, beside what they share, which changes less often. */
function rewriteAtEachStart(home, change) {
  const lines = [
    '#!/bin/sh',
    'cd "$CLAUDE_CONFIG_DIR" || exit',
    'test -f .claude.json || echo \'{"numStartups":1,"theme":"dark"}\' >.claude.json',
    `sed -i '${change}' .claude.json`,
  ];
  const file = join(home, 'bin', 'claude');
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}

function variantsIn(homes, scratch) {
  const { small, large, many, sharing, rewriting, changingShared } = homes;
  const env = (...more) => ['env', 'codex', '-a', 'a1', '--shell', 'sh', ...more];
  const which = ['which', 'codex', '-a', 'a1'];
  const run = ['run', 'codex', '-a', 'a1'];
  /** As fast as a Node that does nothing, by the clock and of the processor. */
  const hot = (name, argv, home) => ({ name, argv: [cli, ...argv], home, goal: 1.02, cpuGoal: 1.02 });
  const quick = (name, argv, home, goal) => ({ name, argv: [cli, ...argv], home, goal });
  /** In the user's home itself some tools meet settings that have to be read at each start. */
  const elsewhere = (name, home, goal) => ({
    ...quick(name, ['run', 'claude', '-a', 'a1'], home, goal),
    cwd: join(home, 'bin'),
  });
  const slow = (name, argv, home) => ({ name: `${name}, slow way`, argv: [program, ...argv], home });
  return [
    { name: 'node -e 0, once more', argv: ['-e', '0'], home: small },
    { name: 'an empty file', argv: [fileIn(scratch, 'empty.cjs', '')], home: small },
    hot('--version', ['--version'], small),
    hot('env', env(), small),
    hot('env, 1,000 accounts', env(), large),
    hot('env, an account that shares', env(), sharing),
    { ...hot('env, as npm installs it', [], small), file: installedIn(scratch), argv: env() },
    hot('which', which, small),
    hot('which, an account that shares', which, sharing),
    quick('run true', run, small, runGoal),
    quick('run true, an account that shares', run, sharing, runGoal),
    elsewhere('run a tool that counts its starts in a merged file', rewriting, 2.5),
    elsewhere('run a tool that changes there what is shared', changingShared),
    slow('env', env(), small),
    slow('which', which, small),
    slow('run true', run, small),
    ...answersOf(homes),
    quick('status --short', ['status', '--short'], small, 1.1),
    quick('status --short, 10,000 accounts, 1,000 links', ['status', '--short'], many, 1.1),
    slow('status --short', ['status', '--short'], small),
    quick('--help', ['--help'], small, 1.05),
    quick('rename --help', ['rename', '--help'], small, 1.05),
    slow('--help', ['--help'], small),
    ...writesIn(homes.changing),
    {
      name: 'import of the library',
      argv: [fileIn(scratch, 'library.mjs', `import '${library}';\n`)],
      home: small,
    },
  ];
}

/**
 * What only reads is answered anew the first time, and from what was kept from then on. Nothing else is done in those
 * homes: after a run some of it has to be looked at anew.
 */
function answersOf({ asked, forgetful, large, many }) {
  const rowsOf = (name, argv, [firstGoal, goal], home = asked, emptied = forgetful) => [
    { name, argv: [cli, ...argv], home, goal },
    {
      name: `${name}, the first time`,
      argv: [cli, ...argv],
      home: emptied,
      goal: firstGoal,
      before: forget(emptied),
    },
  ];
  return [
    ...rowsOf('list, 10 accounts', ['list'], [1.25, 1.05]),
    { name: 'list, 1,000 accounts', argv: [cli, 'list'], home: large, goal: 1.1 },
    { name: 'list, 10,000 accounts of six tools', argv: [cli, 'list'], home: many, goal: 1.1 },
    ...rowsOf('status', ['status'], [1.25, 1.05]),
    ...rowsOf('whoami codex', ['whoami', 'codex'], [1.25, 1.05]),
    ...rowsOf('info codex', ['info', 'codex'], [1.25, 1.05]),
    ...rowsOf('tools', ['tools'], [1.25, 1.05]),
  ];
}

function forget(home) {
  return () => rmSync(join(home, '.local/share/ai-tools/cache/answers'), { recursive: true, force: true });
}

/** Another account each time: what is so already is not written. */
function writesIn(home) {
  let nth = 0;
  const next = () => `a${1 + (nth++ % 10)}`;
  return [
    { name: 'use', argv: () => [cli, 'use', 'codex', next(), '--global'], home, goal: 1.25 },
    { name: 'link', argv: () => [cli, 'link', 'codex', next(), '--dir', home], home, goal: 1.25 },
  ];
}

/** A link on PATH to a file that begins with `#!/usr/bin/env node`. */
function installedIn(scratch) {
  const bin = join(scratch, 'installed');
  mkdirSync(bin);
  chmodSync(cli, 0o755);
  symlinkSync(cli, join(bin, 'tools'));
  return join(bin, 'tools');
}

function fileIn(scratch, name, text) {
  writeFileSync(join(scratch, name), text);
  return join(scratch, name);
}

function figure(value) {
  return Number.isNaN(value) ? 'unknown' : value.toFixed(2);
}

function bound(goal) {
  return goal === undefined ? '' : `<= ${goal.toFixed(2)}`;
}
