import type { AppPaths, Host } from '../platform/index.ts';
import { ensureFolder } from './ensure-folder.ts';
import { removeTree } from './remove-tree.ts';
import { timeName } from './time-name.ts';
import { writeAtomic } from './write-atomic.ts';

/**
 * Puts values that are about to go from a file into the trash, where they lie for 30 days beside an `entry.json`
 * that says where they came from. `label` says what it was, for people; never an identity.
 * @returns where they lie
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE
 */
export function trashValues(
  host: Host,
  paths: AppPaths,
  { from, label }: { readonly from: string; readonly label: string },
  values: string,
): string {
  const folder = host.path.join(paths.trash, timeName(host));
  const to = host.path.join(folder, 'content', 'values.json');
  ensureFolder(host, host.path.dirname(to));
  try {
    writeAtomic(host, to, values);
    const entry = { schemaVersion: 1, at: host.now().toISOString(), from, what: label };
    writeAtomic(host, host.path.join(folder, 'entry.json'), `${JSON.stringify(entry, null, 2)}\n`);
  } catch (error) {
    removeTree(host, folder);
    throw error;
  }
  return to;
}
