import { pathToFileURL } from 'node:url';
import { runCaptured } from '../../process/index.ts';
import type { CheckBook } from './check-book.ts';
import type { CheckId } from './check-table.ts';
import { judgeRegistrations, type SaidInProcess } from './judge-registrations.ts';
import { type ModuleEvent, type ModuleStage, type RunnerInput, runModule } from './module-runner.ts';
import type { Sandbox } from './sandbox.ts';
import { harmless, shown } from './shown.ts';
import { changedPaths, treeOf } from './tree-of.ts';

export interface ModuleContext {
  readonly book: CheckBook;
  readonly sandbox: Sandbox;
}

/** What its manifest says of it, and where it is. */
export interface ModuleToCheck {
  readonly entryFile: string;
  readonly id: string;
  readonly version: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Milliseconds that `setup` has, and `dispose`, and the process to end by itself when all is over. */
const limits = { setupMs: 15_000, disposeMs: 5_000, lingerMs: 2_000 };

const afterImport: readonly CheckId[] = [
  'module/agrees',
  'module/setup',
  'module/again',
  'module/refused',
  'module/unload',
  'module/late',
  'module/surroundings',
];

/** Sets a module up in a process of its own whose home is the sandbox. @returns what it registered */
export async function checkModule(ctx: ModuleContext, module: ModuleToCheck): Promise<SaidInProcess> {
  const { book, sandbox } = ctx;
  const { host } = sandbox;
  const before = treeOf(host, host.homeDir);
  const { events, stdout, how } = await run(ctx, module);
  const loaded = events.find((each) => each.event === 'loaded');
  if (loaded?.plugin === undefined || loaded.plugin === null) {
    const why = failureAt(events, 'import') ?? (loaded ? 'its default export has no setup' : how);
    book.fail('module/import', harmless(why));
    book.skipAll(afterImport, 'it was not loaded');
    return { descriptors: [], permissions: [] };
  }
  book.pass('module/import');
  compare(book, module, loaded.plugin);
  judgeStages(book, events, how);
  judgeTraces(book, events);
  for (const path of changedPaths(before, treeOf(host, host.homeDir)))
    book.fail('module/surroundings', harmless(`it wrote ~/${path}`));
  if (stdout !== '') book.warn('module/surroundings', `it wrote to stdout: ${shown(stdout)}`);
  book.pass('module/surroundings');
  return judgeRegistrations(book, events);
}

interface Run {
  readonly events: readonly ModuleEvent[];
  readonly stdout: string;
  /** How the process ended. */
  readonly how: string;
}

async function run({ sandbox }: ModuleContext, { entryFile, id, config }: ModuleToCheck): Promise<Run> {
  const { host } = sandbox;
  const file = host.path.join(sandbox.folder, `events-${host.randomName(6)}`);
  const input: RunnerInput = { entry: pathToFileURL(entryFile).href, id, config, ...limits };
  const start = {
    file: host.program?.node ?? 'node',
    args: ['--input-type=module', '--eval', programText(input, file)],
    env: host.env as Record<string, string>,
    cwd: host.homeDir,
  };
  const bounds = { timeoutMs: 4 * limits.setupMs, maxBytes: 1_048_576 };
  const { stdout, stderr, code, signal, timedOut } = await runCaptured(host, start, bounds);
  const said = stderr.trim().split('\n').at(-1);
  const end = timedOut
    ? 'it did not come to an end'
    : `its process ended with ${signal ?? `exit code ${code}`}`;
  return {
    events: readEvents(sandbox, file),
    stdout,
    how: said ? `${end}; the last it said was ${shown(said)}` : end,
  };
}

function programText(input: RunnerInput, file: string): string {
  return `import { appendFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
const note = (event) => appendFileSync(${JSON.stringify(file)}, JSON.stringify(event) + '\\n');
const load = (url) => import(url);
await (${runModule.toString()})(${JSON.stringify(input)}, { load, note, isSame: isDeepStrictEqual, process });`;
}

function readEvents({ host }: Sandbox, file: string): readonly ModuleEvent[] {
  if (!host.files.lstat(file)) return [];
  const lines = host.files.readFile(file).toString('utf8').split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as ModuleEvent);
}

function failureAt(events: readonly ModuleEvent[], at: ModuleStage): string | undefined {
  return events.find((each) => each.event === 'failed' && each.at === at && each)?.event === 'failed'
    ? events.flatMap((each) => (each.event === 'failed' && each.at === at ? each.why : []))[0]
    : undefined;
}

function compare(
  book: CheckBook,
  { id, version }: ModuleToCheck,
  plugin: Readonly<Record<string, unknown>>,
): void {
  for (const [name, wanted] of Object.entries({ id, version }))
    if (plugin[name] !== wanted)
      book.fail(
        'module/agrees',
        `${name} is ${shown(plugin[name])} in the module, ${shown(wanted)} in package.json`,
      );
  book.pass('module/agrees');
}

function judgeStages(book: CheckBook, events: readonly ModuleEvent[], how: string): void {
  const isDone = events.some(({ event }) => event === 'done');
  const hasPassed = (at: ModuleStage) => events.some((each) => each.event === 'passed' && each.at === at);
  const first = failureAt(events, 'first');
  if (first !== undefined || !hasPassed('first')) {
    book.fail('module/setup', harmless(first ?? how));
    book.skipAll(['module/again', 'module/refused'], 'setup failed');
  } else {
    book.pass('module/setup');
    const again = failureAt(events, 'again');
    if (again !== undefined || !hasPassed('again')) book.fail('module/again', harmless(again ?? how));
    else book.pass('module/again');
    if (isDone) judgeRefused(book, events);
    else book.fail('module/refused', harmless(how));
  }
}

/** Of a registration that is refused setup may know, or go on without it; nobody else may have to hear of it. */
function judgeRefused(book: CheckBook, events: readonly ModuleEvent[]): void {
  const why = events.flatMap((each) => (each.event === 'failed' && each.at === 'refused' ? each.why : []));
  const unheard = why.find((each) => each.startsWith('nobody caught'));
  const isTried = events.some((each) => 'at' in each && each.at === 'refused');
  if (unheard !== undefined) book.fail('module/refused', harmless(unheard));
  else if (isTried) book.pass('module/refused');
  else book.skip('module/refused', 'it registers nothing');
}

function judgeTraces(book: CheckBook, events: readonly ModuleEvent[]): void {
  for (const each of events) {
    if (each.event === 'changed') book.fail('module/surroundings', harmless(`setup changed ${each.what}`));
    if (each.event === 'left') book.fail('module/unload', harmless(each.what));
    if (each.event === 'late')
      book.fail(
        'module/late',
        `it registered a ${each.what} ${each.isGone ? 'once it was unloaded' : 'after setup'}`,
      );
  }
  if (events.some(({ event }) => event === 'done')) book.pass('module/unload');
  else book.skip('module/unload', 'its process ended before that');
  book.pass('module/late');
}
