import type { AccountsContext } from '../accounts/index.ts';
import { forgetEntry, noteDone, withLock } from '../state/index.ts';
import { type Change, changeOfId, lastChange, readHistory, requireStanding, shortId } from './history.ts';
import { namingEarlier } from './naming-earlier.ts';
import { type Outcome, requireUnneeded, standingOf } from './standing-of.ts';
import { wordsOf } from './words-of.ts';

/** What became of a change. */
export interface UndoneChange {
  readonly id: string;
  readonly change: string;
  readonly outcome: Outcome;
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
  const { changes } = chosenChange(ctx, asked);
  const lock = host.path.join(paths.journal, '.undo');
  const undo = () =>
    withLock(host, lock, 'taking back a change', () => undoNow(ctx, asked), { tell: ctx.tell });
  return asked === undefined ? namingEarlier(ctx, changes, undo) : undo();
}

/** What `undoChange` would do. Changes nothing. @throws ToolsError as undoChange */
export async function planUndo(ctx: AccountsContext, asked?: string): Promise<UndoneChange> {
  const { changes, change } = chosenChange(ctx, asked);
  const plan = async () => {
    const { record } = change;
    const { standing, outcome } = await standingOf(ctx, changes, change);
    const now = standing.at === 'after' && outcome === 'undone' ? standing.makes : [];
    return { id: record.id, change: wordsOf(record), outcome, now, again: null };
  };
  return asked === undefined ? namingEarlier(ctx, changes, plan) : plan();
}

async function undoNow(ctx: AccountsContext, asked: string | undefined): Promise<UndoneChange> {
  const { changes, change } = chosenChange(ctx, asked);
  const { record } = change;
  const { undoer, standing, outcome } = await standingOf(ctx, changes, change);
  const names = { id: record.id, change: wordsOf(record), outcome };
  if (outcome === 'void' || outcome === 'left') {
    // One that took effect may yet be asked for by its id; one that was to take back another took nothing back.
    const settle = outcome === 'left' && record.undoes === undefined ? noteDone : forgetEntry;
    settle(ctx.host, ctx.paths, record);
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
function chosenChange(
  ctx: AccountsContext,
  asked: string | undefined,
): { readonly changes: readonly Change[]; readonly change: Change } {
  const { changes, damage } = readHistory(ctx);
  // One that can't be read may be the last.
  if (asked === undefined && damage[0]) throw damage[0];
  const change = asked === undefined ? lastChange(changes) : changeOfId(changes, asked);
  requireStanding(change);
  requireUnneeded(changes, change.record);
  return { changes, change };
}
