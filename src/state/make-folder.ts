import type { Host } from '../platform/index.ts';
import { patiently } from './patiently.ts';
import { removeTree } from './remove-tree.ts';
import { confirmEntry, temporaryOf } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

/**
 * Makes a folder, 0700, that comes into its place with all that `fill` puts into it, or not at all. What is half
 * made of one who died has a name that `sweepLitter` knows.
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE, and what `fill` throws
 */
export async function makeFolder(
  host: Host,
  folder: string,
  fill: (place: string) => Promise<void>,
): Promise<void> {
  const made = temporaryOf(host, folder);
  try {
    host.files.mkdir(made, 0o700);
    await fill(made);
    patiently(host, () => host.files.rename(made, folder));
  } catch (error) {
    removeTree(host, made);
    throw writeFailed(folder, error);
  }
  confirmEntry(host, folder);
}
