import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type Change, lastChange, shortId } from './history.ts';
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

const staying = ['UNDO_CHANGED_SINCE', 'UNDO_IMPOSSIBLE', 'UNDO_NOT_NOTED'] as const;

function isStaying(
  error: unknown,
): error is { [Code in (typeof staying)[number]]: ToolsError<Code> }[(typeof staying)[number]] {
  return error instanceof ToolsError && staying.some((code) => code === error.code);
}

async function firstUndoable(
  ctx: AccountsContext,
  changes: readonly Change[],
): Promise<{ readonly change: string; readonly id: string } | undefined> {
  const last = lastChange(changes);
  for (const change of changes) {
    const { record, state } = change;
    if (change === last) continue;
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
