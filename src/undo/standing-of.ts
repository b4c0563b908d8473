import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { JournalRecord } from '../state/index.ts';
import { changedSince } from './changed-since.ts';
import { type Change, laterUseOf, shortId } from './history.ts';
import type { NotUndoable, Standing, Undoer } from './undoer.ts';
import { undoers } from './undoers/index.ts';
import { wordsOf } from './words-of.ts';

/**
 * What becomes of a change. `undone`: taken back. `completed`: it had been cut off, and is done now. `void`: it had
 * been cut off before anything took effect, and is forgotten. `left`: it had been cut off, and what it was about was
 * changed since, and stays so.
 */
export type Outcome = 'undone' | 'completed' | 'void' | 'left';

/**
 * How a change stands, and what taking it back comes to. Changes nothing.
 * @throws ToolsError UNDO_NEEDED_BY, UNDO_IMPOSSIBLE, UNDO_CHANGED_SINCE, UNDO_NOT_NOTED, and what the use-cases throw
 */
export async function standingOf(
  ctx: AccountsContext,
  changes: readonly Change[],
  change: Change,
): Promise<{ readonly undoer: Undoer; readonly standing: Standing; readonly outcome: Outcome }> {
  requireUnneeded(changes, change.record);
  const undoer = undoerOf(change);
  const standing = await undoer.look(ctx, change.record);
  return { undoer, standing, outcome: outcomeOf(change, standing, undoer) };
}

function undoerOf({ record, state }: Change): Undoer {
  const undoer = named(record);
  if (undoer && 'look' in undoer) return undoer;
  // Whatever came of one that was cut off, it is not taken back: then the journal has no use for it.
  if (undoer && state === 'cutOff') return forgotten;
  throw new ToolsError('UNDO_IMPOSSIBLE', {
    change: wordsOf(record),
    why: undoer?.why ?? 'this release does not know how',
    instead: undoer?.instead(record) ?? 'tools undo --list',
  });
}

/** Whatever an entry says its verb is: none of those that every object has. */
function named({ verb }: JournalRecord): Undoer | NotUndoable | undefined {
  return Object.hasOwn(undoers, verb) ? undoers[verb] : undefined;
}

const forgotten: Undoer = { look: () => ({ at: 'before' }), undo: async () => [] };

/** @throws ToolsError UNDO_CHANGED_SINCE */
function outcomeOf({ record, state }: Change, standing: Standing, undoer: Undoer): Outcome {
  if (standing.at === 'elsewhere') {
    if (state === 'cutOff' && !standing.isWaiting) return 'left';
    throw changedSince(record, standing.why, standing.instead);
  }
  if (standing.at === 'half' && undoer.finish) return 'completed';
  if (state === 'cutOff') {
    // Its being taken back was cut off: what was begun is brought to its end.
    if (standing.at === 'after') return record.undoes === undefined ? 'undone' : 'completed';
    return 'void';
  }
  if (standing.at === 'after') return 'undone';
  throw changedSince(record, 'things are as they were before it');
}

/** @throws ToolsError UNDO_NEEDED_BY, naming the last change that would hang in the air */
export function requireUnneeded(changes: readonly Change[], record: JournalRecord): void {
  const undoer = named(record);
  const gone = undoer && 'look' in undoer ? (undoer.takesAway?.(record) ?? []) : [];
  if (gone.length === 0) return;
  const later = laterUseOf(changes, record, gone);
  if (!later) return;
  throw new ToolsError('UNDO_NEEDED_BY', {
    change: wordsOf(record),
    later: wordsOf(later),
    laterId: shortId(later.id),
  });
}
