import { ToolsError } from '../../errors/index.ts';
import { type JournalEntry, sweepJournal, writeJournal } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';

/**
 * Makes a change that the journal knows of before it begins. What it knew for over 30 days it forgets.
 * @throws ToolsError WRITE_FAILED when the journal can't be written: then nothing was changed. What `change` throws.
 */
export async function withJournal<Result>(
  ctx: AccountsContext,
  entry: JournalEntry,
  change: () => Result | Promise<Result>,
): Promise<Result> {
  const journal = writeJournal(ctx.host, ctx.paths, { undoes: ctx.undoing, ...entry });
  const result = await change();
  quietly(() => {
    journal.done();
    sweepJournal(ctx.host, ctx.paths);
  });
  return result;
}

/** For tidying up after what took effect, or failed, already: that is what is to be told. */
export function quietly(step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
  }
}
