import { ToolsError } from '../errors/index.ts';
import { type AppPaths, errnoOf, type Host, isRecord } from '../platform/index.ts';
import { copyTree } from './copy-tree.ts';
import { ensureFolder } from './ensure-folder.ts';
import { moveEntry } from './move-entry.ts';
import { namesIn, readFolder } from './read-folder.ts';
import { readJson } from './read-json.ts';
import { isLink, removeTree } from './remove-tree.ts';
import { sweepExpired } from './sweep-expired.ts';
import { timeName } from './time-name.ts';
import { confirmEntry, writeAtomic } from './write-atomic.ts';

/** Whose losing copy it is. Never a value, and nothing of an identity. */
export interface ConflictNote {
  readonly tool: string;
  /** The id of the account. */
  readonly account: string;
  /** Relative to the home, `/` between segments. */
  readonly path: string;
  /** Why it lost, in a word or a sentence. */
  readonly why: string;
}

export interface Conflict extends ConflictNote {
  /** RFC 3339. */
  readonly at: string;
  /** Where the copy lies. */
  readonly kept: string;
}

/**
 * Keeps what lost where two sides differed: for 30 days, readable by nobody else. `from` is moved there (from
 * another disk: copied, and then removed), `data` is written.
 * @returns where it lies
 * @throws ToolsError WRITE_FAILED, MOVE_FAILED: what lost is where it was
 */
export function keepConflict(
  host: Host,
  paths: AppPaths,
  note: ConflictNote,
  content: { readonly from: string } | { readonly data: string | Uint8Array },
): string {
  const folder = host.path.join(paths.conflicts, timeName(host));
  const name = 'from' in content ? host.path.basename(content.from) : 'value.json';
  const kept = 'from' in content ? host.path.join(folder, contentName, name) : host.path.join(folder, name);
  ensureFolder(host, host.path.dirname(kept));
  const { tool, account, path, why } = note;
  const entry = { schemaVersion: 1, at: host.now().toISOString(), tool, account, path, why, kept: name };
  try {
    writeAtomic(host, host.path.join(folder, entryName), `${JSON.stringify(entry, null, 2)}\n`);
    if ('from' in content) moveAcross(host, content.from, kept);
    else writeAtomic(host, kept, content.data);
  } catch (error) {
    if (host.files.lstat(kept) === undefined) removeTree(host, folder);
    throw error;
  }
  return kept;
}

/** The losing copies that are kept still, oldest first. One whose entry can't be read is left out. */
export function listConflicts(host: Host, paths: AppPaths): readonly Conflict[] {
  return [...readFolder(host, paths.conflicts)].sort().flatMap((name) => {
    const folder = host.path.join(paths.conflicts, name);
    const entry = entryIn(host, folder);
    if (entry === undefined) return [];
    const { tool, account, path, why, at } = entry;
    const kept = [host.path.join(folder, contentName, entry.kept), host.path.join(folder, entry.kept)].find(
      (place) => host.files.lstat(place) !== undefined,
    );
    return kept === undefined ? [] : [{ tool, account, path, why, at, kept }];
  });
}

/** Ends what has been kept for more than 30 days. @returns the entries that could not be removed */
export function sweepConflicts(host: Host, paths: AppPaths): readonly string[] {
  return sweepExpired(host, paths.conflicts);
}

const entryName = 'entry.json';
const contentName = 'content';

function moveAcross(host: Host, from: string, to: string): void {
  try {
    moveEntry(host, from, to);
  } catch (error) {
    if (!(error instanceof ToolsError) || errnoOf(error.cause) !== 'EXDEV') throw error;
    const { special } = copyTree(host, from, to);
    // What can't be copied is not lost either: all of it stays.
    if (special.length > 0) {
      removeTree(host, to);
      throw error;
    }
    tighten(host, to);
    removeTree(host, from);
    return;
  }
  tighten(host, to);
  confirmEntry(host, to);
  confirmEntry(host, from);
}

/**
 * Nobody else may read it: it was as private as its home, whatever its mode said. Where the disk won't have that, the
 * folder around it is closed.
 */
function tighten(host: Host, path: string): void {
  const stat = host.files.lstat(path);
  if (stat === undefined || isLink(host, path, stat)) return;
  const mode = (stat.mode & 0o700) | (stat.isDirectory() ? 0o700 : 0o600);
  if ((stat.isFile() || stat.isDirectory()) && (stat.mode & 0o777) !== mode) setMode(host, path, mode);
  if (!stat.isDirectory()) return;
  for (const name of namesIn(host, path)) tighten(host, host.path.join(path, name));
}

function setMode(host: Host, path: string, mode: number): void {
  try {
    host.files.chmod(path, mode);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

type Entry = Omit<Conflict, 'kept'> & { readonly kept: string };

function entryIn(host: Host, folder: string): Entry | undefined {
  try {
    return readJson(host, host.path.join(folder, entryName), isEntry);
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}

function isEntry(value: unknown): value is Entry {
  const names = ['at', 'tool', 'account', 'path', 'why', 'kept'];
  return isRecord(value) && names.every((name) => typeof value[name] === 'string');
}
