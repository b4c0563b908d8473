import type { KnowingProcess } from '../../platform/index.ts';
import type { CheckBook } from './check-book.ts';
import { endPatience, type RunningPlugin, stderrKept } from './plugin-program.ts';
import type { Sandbox } from './sandbox.ts';
import { safeSentence, shown } from './shown.ts';

/** Ends a plugin as we do at the end of a command, and looks at what it leaves. */
export async function endProgram(
  { book, sandbox }: { readonly book: CheckBook; readonly sandbox: Sandbox },
  plugin: RunningPlugin,
): Promise<void> {
  noteSights(book, plugin);
  const isOver = await endsByItself(book, plugin);
  if (!isOver) await plugin.piped.close();
  await lookForOthers(book, sandbox, plugin);
  await plugin.piped.close();
}

function noteSights(book: CheckBook, { seen, piped }: RunningPlugin): void {
  const { noise, ids, extra } = seen;
  for (const line of noise) book.fail('wire/stdout', `it wrote ${line}`);
  const more = seen.noiseLines() - noise.length;
  if (more > 0) book.fail('wire/stdout', `and ${more} more such lines`);
  for (const problem of ids) book.fail('wire/ids', problem);
  for (const problem of extra) book.fail('wire/once', safeSentence(problem));
  if (piped.stderr().length >= stderrKept)
    book.warn('wire/stderr', `it wrote more than ${stderrKept / 1024} KiB to stderr`);
}

/** Whoever closed its stdout and goes on has not ended. */
async function endsByItself(book: CheckBook, plugin: RunningPlugin): Promise<boolean> {
  plugin.piped.endInput();
  const how = await within(plugin.ended, endPatience);
  const isOver = how !== undefined && !how.isRunning;
  if (isOver) book.pass('process/eof');
  else book.fail('process/eof', `it did not end within ${endPatience / 1000} s of the end of its stdin`);
  return isOver;
}

/** Milliseconds that what it started is given to notice that it is over. */
const noticing = 500;

/** By the name of the sandbox in their environment, wherever they went; where that can't be told, by their group. */
async function lookForOthers(
  book: CheckBook,
  { host, folder }: Sandbox,
  { piped }: RunningPlugin,
): Promise<void> {
  const look = () => host.processes.knowing(folder) ?? (piped.isGone() ? [] : [inGroup]);
  if (look().length > 0) await within(new Promise<never>(() => {}), noticing);
  const left = look();
  for (const { pid, argv } of left)
    book.fail('process/left', `${shown(argv.join(' '))} goes on running${pid > 0 ? ` (${pid})` : ''}`);
  for (const { pid } of left) if (pid > 0) host.processes.end(pid);
  if (left.length === 0) book.pass('process/left');
}

/** Somebody of whom no more is known. */
const inGroup: KnowingProcess = { pid: 0, argv: ['a process of its group'] };

async function within<Result>(promise: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
