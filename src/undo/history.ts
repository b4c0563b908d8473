import type { AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { type JournalRecord, keptDays, readJournal } from '../state/index.ts';
import { wordsOf } from './words-of.ts';

/** One change of ours, and what has become of it. */
export interface Change {
  readonly record: JournalRecord;
  /**
   * `undone`: taken back since. `cutOff`: it failed, or whoever made it died. `underWay`: another process is at it,
   * or can't be judged from here.
   */
  readonly state: 'done' | 'undone' | 'cutOff' | 'underWay';
  /** The id of the change that took it back. */
  readonly undoneBy?: string;
}

/** What the journal knows, the newest first, and what of it can't be read. @throws ToolsError STATE_UNREADABLE */
export function readHistory(ctx: AccountsContext): {
  readonly changes: readonly Change[];
  readonly damage: readonly ToolsError[];
} {
  const { records, damage } = readJournal(ctx.host, ctx.paths);
  const takenBack = new Map<string, string>();
  // From the newest on: what takes back a taking back has been seen before it.
  for (const { id, undoes, doneAt } of records.toReversed())
    if (undoes !== undefined && doneAt !== null && !takenBack.has(id)) takenBack.set(undoes, id);
  const changes = records.toReversed().map((record): Change => {
    const undoneBy = takenBack.get(record.id);
    return undoneBy === undefined
      ? { record, state: stateOf(ctx.host, record) }
      : { record, state: 'undone', undoneBy };
  });
  return { changes, damage };
}

/**
 * The last change that stands, or was cut off. Taking a change back is no change, and a part is none of its own.
 * @throws ToolsError UNDO_NOTHING
 */
export function lastChange(changes: readonly Change[]): Change {
  const last = changes.find(
    ({ record, state }) =>
      record.partOf === undefined && state !== 'undone' && (state !== 'done' || record.undoes === undefined),
  );
  if (last) return last;
  throw new ToolsError('UNDO_NOTHING', { days: keptDays });
}

/** By its id, or the end of it that tells it from others. @throws ToolsError CHANGE_NOT_FOUND */
export function changeOfId(changes: readonly Change[], asked: string): Change {
  const found = changes.filter(({ record: { id } }) => id === asked || shortId(id) === asked);
  if (found[0] && found.length === 1) return found[0];
  throw new ToolsError('CHANGE_NOT_FOUND', { id: asked });
}

/**
 * The last change after this one, or after its parts, that took effect or was cut off and is about one of these: they
 * can't go before it is taken back.
 */
export function laterUseOf(
  changes: readonly Change[],
  { id }: Pick<JournalRecord, 'id'>,
  gone: readonly string[],
): JournalRecord | undefined {
  const at = changes.findIndex(({ record }) => record.id === id || record.partOf === id);
  return changes.slice(0, Math.max(at, 0)).find(
    ({ record, state }) =>
      (state === 'done' || state === 'cutOff') &&
      // What takes something back leaves less than there was.
      record.undoes === undefined &&
      [record.account, ...Object.values(record.what)].some((value) => gone.includes(String(value))),
  )?.record;
}

/** What of an id people type: nobody else has it. */
export function shortId(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1);
}

/** @throws ToolsError UNDONE_ALREADY, UNDO_UNDER_WAY */
export function requireStanding({ record, state, undoneBy }: Change): void {
  const change = wordsOf(record);
  if (state === 'undone') throw new ToolsError('UNDONE_ALREADY', { change, by: shortId(undoneBy ?? '') });
  if (state === 'underWay')
    throw new ToolsError('UNDO_UNDER_WAY', { change, pid: record.process?.pid ?? 0, since: record.at });
}

function stateOf({ processes }: Host, { doneAt, process }: JournalRecord): Change['state'] {
  if (doneAt !== null) return 'done';
  if (process === null || processes.stateOf(process) === 'dead') return 'cutOff';
  // What this process began has failed: nobody is at it while it asks.
  const { self } = processes;
  const isOurs =
    process.pid === self.pid && process.startedAt === self.startedAt && process.boot === self.boot;
  return isOurs ? 'cutOff' : 'underWay';
}
