import { ToolsError } from '../errors/index.ts';
import { type AppPaths, type Host, isRecord } from '../platform/index.ts';
import { ensureFolder } from './ensure-folder.ts';
import { moveEntry } from './move-entry.ts';
import { namesIn, readFolder } from './read-folder.ts';
import { readJson } from './read-json.ts';
import { removeTree } from './remove-tree.ts';
import { sweepExpired } from './sweep-expired.ts';
import { timeName } from './time-name.ts';
import { confirmEntry, writeAtomic } from './write-atomic.ts';

/**
 * Moves a file or folder, whole and in one step, into the trash, where it lies for 30 days beside an `entry.json`
 * that says where it came from. `label` says what it was, for people; never an identity.
 * @returns where it lies now
 * @throws ToolsError MOVE_FAILED (EXDEV: it lies on another disk): it is where it was. WRITE_FAILED: likewise.
 */
export function moveToTrash(host: Host, paths: AppPaths, path: string, label: string): string {
  const what = { from: path, label, name: host.path.basename(path) };
  const to = intoTrash(host, paths, what, (place) => moveEntry(host, path, place));
  confirmEntry(host, to);
  confirmEntry(host, path);
  return to;
}

/**
 * Puts values that are about to go from a file into the trash, as `moveToTrash` puts files there.
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE
 */
export function trashValues(
  host: Host,
  paths: AppPaths,
  { from, label }: { readonly from: string; readonly label: string },
  values: string,
): void {
  const what = { from, label, name: 'values.json' };
  intoTrash(host, paths, what, (place) => writeAtomic(host, place, values));
}

const entryName = 'entry.json';
const contentName = 'content';

/** @returns where it lies. What is not put there leaves nothing there. */
function intoTrash(
  host: Host,
  paths: AppPaths,
  { from, label, name }: { readonly from: string; readonly label: string; readonly name: string },
  put: (place: string) => void,
): string {
  const folder = host.path.join(paths.trash, timeName(host));
  const to = host.path.join(folder, contentName, name);
  ensureFolder(host, host.path.dirname(to));
  try {
    const entry = { schemaVersion: 1, at: host.now().toISOString(), from, what: label };
    writeAtomic(host, host.path.join(folder, entryName), `${JSON.stringify(entry, null, 2)}\n`);
    put(to);
    return to;
  } catch (error) {
    // A network disk may have done what it says it could not do: then it lies here, and nowhere else.
    if (host.files.lstat(to) === undefined) removeTree(host, folder);
    throw error;
  }
}

/** What lies in the trash, by its `entry.json`. */
export interface TrashEntry {
  /** The name of its folder there. */
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  /** Where it lay. */
  readonly from: string;
  /** What it was, for people. */
  readonly what: string;
  /** Where it lies now; null: only its entry is left. */
  readonly content: string | null;
}

/** What is in the trash, the oldest first; what is not of our making is passed over. @throws ToolsError STATE_UNREADABLE */
export function listTrash(host: Host, paths: AppPaths): readonly TrashEntry[] {
  return [...readFolder(host, paths.trash)].sort().flatMap((id) => {
    const folder = host.path.join(paths.trash, id);
    const entry = entryIn(host, folder);
    if (!entry) return [];
    const { at, from, what } = entry;
    const name = namesIn(host, host.path.join(folder, contentName))[0];
    return [
      { id, at, from, what, content: name === undefined ? null : host.path.join(folder, contentName, name) },
    ];
  });
}

/**
 * Moves what lies in the trash back to where it lay, in one step; nothing may be there.
 * @throws ToolsError MOVE_FAILED: it lies in the trash still. REMOVE_FAILED: it is back.
 */
export function takeFromTrash(host: Host, paths: AppPaths, { id, from, content }: TrashEntry): void {
  if (content !== null) {
    if (host.files.lstat(from))
      throw new ToolsError('MOVE_FAILED', { path: content, to: from, cause: 'EEXIST' });
    ensureFolder(host, host.path.dirname(from));
    moveEntry(host, content, from);
    confirmEntry(host, from);
  }
  removeTree(host, host.path.join(paths.trash, id));
}

/** Ends one entry for good. @throws ToolsError REMOVE_FAILED */
export function emptyTrash(host: Host, paths: AppPaths, { id }: TrashEntry): void {
  removeTree(host, host.path.join(paths.trash, id));
}

/** undefined: none, or one that nobody can read. */
function entryIn(host: Host, folder: string): Omit<TrashEntry, 'id' | 'content'> | undefined {
  try {
    return readJson(host, host.path.join(folder, entryName), isEntry);
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}

function isEntry(value: unknown): value is Omit<TrashEntry, 'id' | 'content'> {
  return isRecord(value) && ['at', 'from', 'what'].every((name) => typeof value[name] === 'string');
}

/** Ends what has lain in the trash for more than 30 days. @returns the entries that could not be removed */
export function sweepTrash(host: Host, paths: AppPaths): readonly string[] {
  return sweepExpired(host, paths.trash);
}
