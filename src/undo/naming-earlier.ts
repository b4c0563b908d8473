import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type Change, shortId } from './history.ts';
import { standingOf } from './standing-of.ts';
import { wordsOf } from './words-of.ts';

/** Where the last change can't be taken back, says which one before it can: else nobody would get past it. */
export async function namingEarlier<Result>(
  ctx: AccountsContext,
  changes: readonly Change[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isStaying(error)) throw error;
    const earlier = await firstUndoable(ctx, changes);
    throw earlier === undefined ? error : new ToolsError(error.code, { ...error.data, earlier });
  }
}

function isStaying(error: unknown): error is ToolsError<'UNDO_CHANGED_SINCE'> | ToolsError<'UNDO_IMPOSSIBLE'> {
  return error instanceof ToolsError && ['UNDO_CHANGED_SINCE', 'UNDO_IMPOSSIBLE'].includes(error.code);
}

async function firstUndoable(
  ctx: AccountsContext,
  changes: readonly Change[],
): Promise<{ readonly change: string; readonly id: string } | undefined> {
  for (const change of changes) {
    const { record, state } = change;
    if (state !== 'done' || record.undoes !== undefined || record.partOf !== undefined) continue;
    if (await isUndoable(ctx, changes, change)) return { change: wordsOf(record), id: shortId(record.id) };
  }
  return undefined;
}

async function isUndoable(
  ctx: AccountsContext,
  changes: readonly Change[],
  change: Change,
): Promise<boolean> {
  try {
    return (await standingOf(ctx, changes, change)).outcome === 'undone';
  } catch (error) {
    if (error instanceof ToolsError) return false;
    throw error;
  }
}
