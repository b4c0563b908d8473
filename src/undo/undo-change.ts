import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { forgetEntry, type JournalRecord, noteDone, withLock } from '../state/index.ts';
import { changedSince } from './changed-since.ts';
import { type Change, changeOfId, lastChange, readHistory, requireStanding, shortId } from './history.ts';
import type { Standing, Undoer } from './undoer.ts';
import { undoers } from './undoers/index.ts';
import { wordsOf } from './words-of.ts';

/** What became of a change. */
export interface UndoneChange {
  readonly id: string;
  readonly change: string;
  /**
   * `undone`: taken back. `completed`: it had been cut off, and is done now. `void`: it had been cut off before
   * anything took effect, and is forgotten.
   */
  readonly outcome: 'undone' | 'completed' | 'void';
  /** How things are now, a clause each. */
  readonly now: readonly string[];
  /** The id of the change that leads forward again; null: none does. */
  readonly again: string | null;
}

/**
 * Takes back the last change of ours, or the one of that id; one that was cut off is completed, or forgotten, when
 * it is not such that it can be taken back. Never brings back a login that was renewed since.
 * @throws ToolsError UNDO_NOTHING, CHANGE_NOT_FOUND, UNDONE_ALREADY, UNDO_UNDER_WAY, UNDO_CHANGED_SINCE,
 *   UNDO_IMPOSSIBLE, UNDO_NEEDED_BY, BUSY, STATE_DAMAGED, and what the use-cases throw that do it
 */
export async function undoChange(ctx: AccountsContext, asked?: string): Promise<UndoneChange> {
  const { host, paths } = ctx;
  // A lock makes a folder: not for nothing.
  chosenChange(ctx, asked);
  const lock = host.path.join(paths.journal, '.undo');
  return withLock(host, lock, 'taking back a change', () => undoNow(ctx, asked), { tell: ctx.tell });
}

/** What `undoChange` would do. Changes nothing. @throws ToolsError as undoChange */
export async function planUndo(ctx: AccountsContext, asked?: string): Promise<UndoneChange> {
  const change = chosenChange(ctx, asked);
  const { record } = change;
  const undoer = undoerOf(change);
  const standing = await undoer.look(ctx, record);
  const outcome = outcomeOf(change, standing, undoer);
  const now = standing.at === 'after' && outcome === 'undone' ? standing.makes : [];
  return { id: record.id, change: wordsOf(record), outcome, now, again: null };
}

async function undoNow(ctx: AccountsContext, asked: string | undefined): Promise<UndoneChange> {
  const change = chosenChange(ctx, asked);
  const { record } = change;
  const undoer = undoerOf(change);
  const standing = await undoer.look(ctx, record);
  const outcome = outcomeOf(change, standing, undoer);
  const names = { id: record.id, change: wordsOf(record), outcome };
  if (outcome === 'void') {
    forgetEntry(ctx.host, ctx.paths, record);
    return { ...names, now: [], again: null };
  }
  if (outcome === 'completed') {
    const now = standing.at === 'half' ? ((await undoer.finish?.(ctx, record)) ?? []) : [];
    noteDone(ctx.host, ctx.paths, record);
    return { ...names, now, again: null };
  }
  const now = await undoer.undo({ ...ctx, undoing: record.id }, record);
  if (change.state === 'cutOff') noteDone(ctx.host, ctx.paths, record);
  const by = readHistory(ctx).changes.find((each) => each.record.undoes === record.id);
  return { ...names, now, again: by ? shortId(by.record.id) : null };
}

/** @throws ToolsError as undoChange, but for what stands in the way on the disk */
function chosenChange(ctx: AccountsContext, asked: string | undefined): Change {
  const { changes, damage } = readHistory(ctx);
  // One that can't be read may be the last.
  if (asked === undefined && damage[0]) throw damage[0];
  const change = asked === undefined ? lastChange(changes) : changeOfId(changes, asked);
  requireStanding(change);
  requireUnneeded(changes, change.record);
  return change;
}

function undoerOf({ record, state }: Change): Undoer {
  const undoer = undoers[record.verb];
  if (undoer && 'look' in undoer) return undoer;
  // Whatever came of one that was cut off, it is not taken back: then the journal has no use for it.
  if (undoer && state === 'cutOff') return forgotten;
  throw new ToolsError('UNDO_IMPOSSIBLE', {
    change: wordsOf(record),
    why: undoer?.why ?? 'this release does not know how',
    instead: undoer?.instead(record) ?? 'tools undo --list',
  });
}

const forgotten: Undoer = { look: () => ({ at: 'before' }), undo: async () => [] };

/** @throws ToolsError UNDO_CHANGED_SINCE */
function outcomeOf({ record, state }: Change, standing: Standing, undoer: Undoer): UndoneChange['outcome'] {
  if (standing.at === 'elsewhere') throw changedSince(record, standing.why, standing.instead);
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
function requireUnneeded(changes: readonly Change[], record: JournalRecord): void {
  const undoer = undoers[record.verb];
  const gone = undoer && 'look' in undoer ? (undoer.takesAway?.(record) ?? []) : [];
  if (gone.length === 0) return;
  const later = changes.slice(
    0,
    changes.findIndex((each) => each.record.id === record.id),
  );
  const dependent = later.find(
    (each) =>
      (each.state === 'done' || each.state === 'cutOff') &&
      // What takes something back leaves less than there was.
      each.record.undoes === undefined &&
      [each.record.account, ...Object.values(each.record.what)].some((value) => gone.includes(String(value))),
  );
  if (!dependent) return;
  throw new ToolsError('UNDO_NEEDED_BY', {
    change: wordsOf(record),
    later: wordsOf(dependent.record),
    laterId: shortId(dependent.record.id),
  });
}
