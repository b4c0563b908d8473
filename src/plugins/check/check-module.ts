import type { CheckBook } from './check-book.ts';
import type { CheckId } from './check-table.ts';
import { judgeRegistrations, type SaidInProcess } from './judge-registrations.ts';
import type { ModuleEvent, ModuleStage } from './module-runner.ts';
import { type ModuleToCheck, runInOwnProcess } from './run-in-own-process.ts';
import type { Sandbox } from './sandbox.ts';
import { safeSentence, shown } from './shown.ts';
import { changedPaths, treeOf } from './tree-of.ts';

export interface ModuleContext {
  readonly book: CheckBook;
  readonly sandbox: Sandbox;
  /** Milliseconds for `setup`. */
  readonly setupMs: number;
}

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
  const { events, stdout, how } = await runInOwnProcess(sandbox, module, ctx.setupMs);
  const loaded = events.find((each) => each.event === 'loaded');
  if (loaded?.plugin === undefined || loaded.plugin === null) {
    const why = failureAt(events, 'import') ?? (loaded ? exportWords(loaded.hasDefault) : how);
    book.fail('module/import', safeSentence(why));
    book.skipAll(afterImport, 'it was not loaded');
    return { descriptors: [], permissions: [], isSetUp: false };
  }
  book.pass('module/import');
  compare(book, module, loaded.plugin);
  judgeStages(book, events, how);
  judgeTraces(book, events);
  for (const path of changedPaths(before, treeOf(host, host.homeDir)))
    book.fail('module/surroundings', safeSentence(`it wrote ~/${path}`));
  if (stdout !== '') book.warn('module/surroundings', `it wrote to stdout: ${shown(stdout)}`);
  book.pass('module/surroundings');
  return judgeRegistrations(book, events);
}

function exportWords(hasDefault: boolean): string {
  return hasDefault ? 'its default export has no setup' : 'it exports nothing by default';
}

function failureAt(events: readonly ModuleEvent[], at: ModuleStage): string | undefined {
  return events.flatMap((each) => (each.event === 'failed' && each.at === at ? each.why : []))[0];
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
    book.fail('module/setup', safeSentence(first ?? how));
    book.skipAll(['module/again', 'module/refused'], 'setup failed');
  } else {
    book.pass('module/setup');
    const again = failureAt(events, 'again');
    if (again !== undefined || !hasPassed('again')) book.fail('module/again', safeSentence(again ?? how));
    else book.pass('module/again');
    if (isDone) judgeRefused(book, events);
    else book.fail('module/refused', safeSentence(how));
  }
}

/** Of a registration that is refused setup may know, or go on without it; nobody else may have to hear of it. */
function judgeRefused(book: CheckBook, events: readonly ModuleEvent[]): void {
  const why = events.flatMap((each) => (each.event === 'failed' && each.at === 'refused' ? each.why : []));
  const unheard = why.find((each) => each.startsWith('nobody caught'));
  const isTried = events.some((each) => 'at' in each && each.at === 'refused');
  if (unheard !== undefined) book.fail('module/refused', safeSentence(unheard));
  else if (isTried) book.pass('module/refused');
  else book.skip('module/refused', 'it registers nothing');
}

function judgeTraces(book: CheckBook, events: readonly ModuleEvent[]): void {
  for (const each of events) {
    if (each.event === 'changed')
      book.fail('module/surroundings', safeSentence(`setup changed ${each.what}`));
    if (each.event === 'left') book.fail('module/unload', safeSentence(each.what));
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
