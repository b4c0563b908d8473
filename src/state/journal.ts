import { ToolsError } from '../errors/index.ts';
import { type AppPaths, type Host, isRecord, type ProcessMark } from '../platform/index.ts';
import { ensureFolder } from './ensure-folder.ts';
import { readFolder } from './read-folder.ts';
import { readJson } from './read-json.ts';
import { removeTree } from './remove-tree.ts';
import { isProcessMark } from './stored-shapes.ts';
import { sweepExpired } from './sweep-expired.ts';
import { timeName, timeOfName } from './time-name.ts';
import { writeAtomic } from './write-atomic.ts';

/** One change of ours. Never who somebody is, and never a secret. */
export interface JournalEntry {
  /** The words of the command, `account add`. */
  readonly verb: string;
  readonly tool: string | null;
  /** The id of the account, not its label. */
  readonly account: string | null;
  /** What is changed, with all that undoing it needs: paths of ours, former values. */
  readonly what: Readonly<Record<string, string | number | boolean | null>>;
  /** The id of the entry that this change takes back. */
  readonly undoes?: string | undefined;
  /** The id of the entry of the whole that this change is a part of. */
  readonly partOf?: string | undefined;
}

/** An entry as it lies in the journal. */
export interface JournalRecord extends JournalEntry {
  /** The name of its file, without `.json`. */
  readonly id: string;
  /** RFC 3339: when it began. */
  readonly at: string;
  /** Milliseconds since 1970: what it sorts by, where that is not `at`, because the clock had been put back. */
  readonly order?: number;
  /** RFC 3339; null: it failed, was cut off, or is under way. */
  readonly doneAt: string | null;
  /** Who made it; null: an entry of an older release. */
  readonly process: ProcessMark | null;
}

/** A change that was noted before it began. */
export interface Noted {
  /** Of its entry. */
  readonly id: string;
  done(): void;
}

/**
 * Notes a change before it begins, as journal/<time>-<random>.json; `done` notes that it took effect. An entry
 * that was never done tells of a change that was cut off.
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE (both functions), STATE_UNREADABLE
 */
export function writeJournal(host: Host, paths: AppPaths, entry: JournalEntry): Noted {
  ensureFolder(host, paths.journal);
  const { verb, tool, account, what, undoes, partOf } = entry;
  const at = host.now();
  const order = nextOrder(host, paths, at.getTime());
  const record: JournalRecord = {
    id: timeName(host, new Date(order)),
    at: at.toISOString(),
    ...(order !== at.getTime() && { order }),
    verb,
    tool,
    account,
    what,
    ...(undoes !== undefined && { undoes }),
    ...(partOf !== undefined && { partOf }),
    process: host.processes.self,
    doneAt: null,
  };
  writeRecord(host, paths, record);
  return { id: record.id, done: () => noteDone(host, paths, record) };
}

/** Every entry, the oldest first, and what is wrong with those that can't be read. @throws ToolsError STATE_UNREADABLE */
export function readJournal(
  host: Host,
  paths: AppPaths,
): { readonly records: readonly JournalRecord[]; readonly damage: readonly ToolsError[] } {
  const records: JournalRecord[] = [];
  const damage: ToolsError[] = [];
  for (const name of [...readFolder(host, paths.journal)].sort()) {
    const id = /^([^.].*)\.json$/.exec(name)?.[1];
    if (id === undefined) continue;
    try {
      const record = readJson(host, host.path.join(paths.journal, name), isJournalFile);
      if (record) records.push({ ...record, id, process: record.process ?? null });
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      damage.push(error);
    }
  }
  // The name tells the second alone.
  return { records: records.toSorted((a, b) => orderOf(a) - orderOf(b)), damage };
}

/** After all that are there, whatever the clock says: it may have been put back, or stand still. Names tell seconds. */
function nextOrder(host: Host, paths: AppPaths, now: number): number {
  const last = readFolder(host, paths.journal)
    .toSorted()
    .findLast((name) => timeOfName(name) !== undefined);
  const next = last === undefined ? 0 : (timeOfName(last) ?? 0) + 1000;
  return Math.max(now, next);
}

function orderOf({ order, at }: Pick<JournalRecord, 'order' | 'at'>): number {
  return order ?? Date.parse(at);
}

/** Notes that a change took effect. @throws ToolsError WRITE_FAILED, WRITE_UNSURE */
export function noteDone(host: Host, paths: AppPaths, record: JournalRecord): void {
  writeRecord(host, paths, { ...record, doneAt: host.now().toISOString() });
}

/** Forgets a change of which nothing took effect. @throws ToolsError REMOVE_FAILED */
export function forgetEntry(host: Host, paths: AppPaths, { id }: JournalRecord): void {
  removeTree(host, fileOf(host, paths, id));
}

/** Ends entries older than 30 days. @returns those that could not be removed */
export function sweepJournal(host: Host, paths: AppPaths): readonly string[] {
  return sweepExpired(host, paths.journal);
}

function writeRecord(host: Host, paths: AppPaths, { id, ...record }: JournalRecord): void {
  writeAtomic(host, fileOf(host, paths, id), `${JSON.stringify({ schemaVersion: 1, ...record }, null, 2)}\n`);
}

function fileOf(host: Host, paths: AppPaths, id: string): string {
  return host.path.join(paths.journal, `${id}.json`);
}

function isJournalFile(value: unknown): value is Omit<JournalRecord, 'id' | 'process'> & {
  readonly process?: ProcessMark | null;
} {
  return (
    isRecord(value) &&
    typeof value.verb === 'string' &&
    isTextOrNull(value.tool) &&
    isTextOrNull(value.account) &&
    typeof value.at === 'string' &&
    !Number.isNaN(Date.parse(value.at)) &&
    isTextOrNull(value.doneAt) &&
    (value.order === undefined || Number.isFinite(value.order)) &&
    (value.undoes === undefined || typeof value.undoes === 'string') &&
    (value.partOf === undefined || typeof value.partOf === 'string') &&
    // Of an older release's there is none, and what is noted of it later says so.
    (value.process === undefined || value.process === null || isProcessMark(value.process)) &&
    isRecord(value.what) &&
    Object.values(value.what).every(isScalar)
  );
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
