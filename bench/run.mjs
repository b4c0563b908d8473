// Ratios, never times. `--quick` makes a few rounds and leaves out what takes minutes; `--only start,links` measures
// those parts alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { linkRows } from './links.mjs';
import { mergeRows } from './merge.mjs';
import { pluginRows } from './plugins.mjs';
import { registryRows } from './registry.mjs';
import { shellRows } from './shells.mjs';
import { shimRows } from './shims.mjs';
import { startRows } from './starts.mjs';
import { storeRows } from './store.mjs';
import { printTable } from './table.mjs';
import { cli } from './world.mjs';

const parts = {
  start: {
    title: 'COMMAND',
    figures: ['× WALL', '× CPU'],
    about:
      'A whole start of `tools …`, × one of `node -e 0` made beside it: by the clock, and of the processor.',
    rows: startRows,
  },
  registry: {
    title: 'REGISTRY',
    figures: ['MEASURED'],
    about: 'The library in a process that runs.',
    rows: registryRows,
  },
  shell: {
    title: 'SHELL',
    figures: ['× ITS OWN'],
    about: 'The start of a shell with what `tools init` adds, × one without.',
    rows: (scratch, options) => shellRows(cli, scratch, options),
  },
  shim: {
    title: 'SHIM',
    figures: ['×'],
    about: 'A program started through its shim, × the program itself.',
    rows: (_, options) => shimRows(options),
  },
  links: {
    title: 'LINKS',
    figures: ['× ensureSymlink'],
    about: 'The links of one home, × ensureSymlink of fs-extra doing the same.',
    rows: linkRows,
  },
  plugin: {
    title: 'PLUGIN',
    figures: ['×'],
    about: 'A plugin that is a program, × what each row names.',
    rows: (_, options) => pluginRows(options),
  },
  merge: {
    title: 'MERGE',
    figures: ['× CPU', '× MEMORY'],
    about:
      'A mixed file merged, × JSON.parse and JSON.stringify(…, 2) of the same: of the processor, and memory.',
    rows: (_, options) => mergeRows(options),
  },
  store: {
    title: 'STORE',
    figures: ['MEASURED'],
    about: 'Accounts as they lie on the disk, in processes that run.',
    rows: storeRows,
    isSlow: true,
  },
};

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const names =
  values.only?.split(',') ?? Object.keys(parts).filter((name) => !(values.quick && parts[name].isSlow));
const unknown = names.filter((name) => !parts[name]);
if (unknown.length > 0)
  throw new Error(`--only knows ${Object.keys(parts).join(', ')}; not ${unknown.join(', ')}`);

const options = { isQuick: values.quick, rounds: values.quick ? 5 : 25 };
console.log(
  `Medians, on Node ${process.versions.node}, ${process.platform} ${process.arch}. Less is better where a goal says <=.\n`,
);
const goals = [];
for (const name of names) {
  const scratch = mkdtempSync(join(tmpdir(), 'ai-tools-bench-'));
  try {
    const measured = await parts[name].rows(scratch, options);
    const met = printTable(parts[name], measured.rows ?? measured);
    goals.push(...met.map((goal) => ({ ...goal, part: name })));
    if (measured.said) console.log(`${measured.said}\n`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
const missed = goals.filter(({ isMet }) => !isMet);
console.log(`${goals.length - missed.length} of ${goals.length} goals met.`);
for (const { name, part } of missed) console.log(`missed: ${part}: ${name}`);
