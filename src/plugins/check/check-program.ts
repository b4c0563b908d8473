import { ToolsError } from '../../errors/index.ts';
import { checkAccountCalls } from './check-account-calls.ts';
import { checkDescribe } from './check-describe.ts';
import { checkFraming, checkTogether } from './check-framing.ts';
import { checkHandshake } from './check-handshake.ts';
import type { CheckId } from './check-table.ts';
import { endProgram } from './end-program.ts';
import type { RunningPlugin } from './plugin-program.ts';
import { type ProgramContext, readyPlugin } from './program-context.ts';
import { safeSentence } from './shown.ts';
import { changedPaths, treeOf } from './tree-of.ts';

/** What a program behind the wire said of itself. */
export interface SaidOverWire {
  /** The whole descriptor, or what is known of it; undefined: nothing that could be used. */
  readonly descriptor: unknown;
  /** Names of what it announced. */
  readonly capabilities: readonly string[];
}

const afterDescribe: readonly CheckId[] = [
  'wire/stable',
  'wire/unknown',
  'wire/silence',
  'wire/pieces',
  'wire/long',
  'wire/cancel',
];
const afterHandshake: readonly CheckId[] = ['wire/describe', ...afterDescribe, 'wire/together'];

/** Starts a program a few times and speaks the wire with it, rightly and wrongly. */
export async function checkProgram(ctx: ProgramContext): Promise<SaidOverWire> {
  const { book, sandbox } = ctx;
  const nothing: SaidOverWire = { descriptor: undefined, capabilities: [] };
  const first = await started(ctx);
  if (first === undefined) return nothing;
  const before = treeOf(sandbox.host, sandbox.host.homeDir);
  const capabilities = await checkHandshake(ctx, first);
  if (capabilities === undefined) {
    book.skipAll(afterHandshake, 'it did not answer initialize');
    await endProgram(ctx, first);
    return nothing;
  }
  const descriptor = await checkDescribe(ctx, first, capabilities);
  const ready = readyPlugin(ctx, first);
  if (descriptor === undefined && first.isLost()) book.skipAll(afterDescribe, 'it did not describe its tool');
  else {
    await checkFraming(ctx, ready);
    noteHome(ctx, before);
    await checkAccountCalls(ctx, ready, capabilities);
  }
  await ready.end();
  await checkTogether(ctx);
  noteQuiet(ctx);
  return { descriptor, capabilities };
}

async function started({ book, program }: ProgramContext): Promise<RunningPlugin | undefined> {
  try {
    return await program.start();
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    book.fail('start/starts', safeSentence(error.message));
    return undefined;
  }
}

function noteHome({ book, sandbox }: ProgramContext, before: ReadonlyMap<string, string>): void {
  const changed = changedPaths(before, treeOf(sandbox.host, sandbox.host.homeDir));
  for (const path of changed) book.warn('process/home', safeSentence(`it wrote ~/${path}`));
  book.pass('process/home');
}

/** What nothing spoke against by the end. */
function noteQuiet({ book }: ProgramContext): void {
  for (const id of ['wire/stdout', 'wire/stderr', 'wire/ids', 'wire/once'] as const) book.pass(id);
}
