import { type JournalEntry, quietly, sweepJournal, writeJournal } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';

/**
 * Makes a change that the journal knows of before it begins. What it knew for over 30 days it forgets.
 * @throws ToolsError WRITE_FAILED when the journal can't be written: then nothing was changed. What `change` throws.
 */
export async function withJournal<Result>(
  ctx: Journalling,
  entry: JournalEntry,
  change: () => Result | Promise<Result>,
): Promise<Result> {
  return noted(ctx, entry, change);
}

/**
 * The same of a change that is made of others: each is noted as a part of it, and what takes them all back takes
 * back the whole.
 * @throws as withJournal
 */
export async function withJournalOfParts<Result>(
  ctx: AccountsContext,
  entry: JournalEntry,
  change: (parts: AccountsContext) => Promise<Result>,
): Promise<Result> {
  const { undoing: _, ...others } = ctx;
  return noted(ctx, entry, (id) => change({ ...others, partOf: id }));
}

/** Whoever makes a change, and whether it takes one back or is a part of one. */
type Journalling = Pick<AccountsContext, 'host' | 'paths' | 'undoing' | 'partOf'>;

async function noted<Result>(
  ctx: Journalling,
  entry: JournalEntry,
  change: (id: string) => Result | Promise<Result>,
): Promise<Result> {
  const { undoing: undoes, partOf } = ctx;
  const journal = writeJournal(ctx.host, ctx.paths, { undoes, partOf, ...entry });
  const result = await change(journal.id);
  quietly(() => {
    journal.done();
    sweepJournal(ctx.host, ctx.paths);
  });
  return result;
}

export { quietly };
