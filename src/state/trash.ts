import type { AppPaths, Host } from '../platform/index.ts';
import { ensureFolder } from './ensure-folder.ts';
import { moveEntry } from './move-entry.ts';
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

/** @returns where it lies. What can't be put there leaves nothing there. */
function intoTrash(
  host: Host,
  paths: AppPaths,
  { from, label, name }: { readonly from: string; readonly label: string; readonly name: string },
  put: (place: string) => void,
): string {
  const folder = host.path.join(paths.trash, timeName(host));
  const to = host.path.join(folder, 'content', name);
  ensureFolder(host, host.path.dirname(to));
  try {
    const entry = { schemaVersion: 1, at: host.now().toISOString(), from, what: label };
    writeAtomic(host, host.path.join(folder, 'entry.json'), `${JSON.stringify(entry, null, 2)}\n`);
    put(to);
    return to;
  } catch (error) {
    removeTree(host, folder);
    throw error;
  }
}

/** Ends what has lain in the trash for more than 30 days. @returns the entries that could not be removed */
export function sweepTrash(host: Host, paths: AppPaths): readonly string[] {
  return sweepExpired(host, paths.trash);
}
