import type { Host } from '../platform/index.ts';
import { moveEntry } from './move-entry.ts';
import { removeTree } from './remove-tree.ts';
import { temporaryOf } from './write-atomic.ts';

/**
 * Removes a folder in one step for whoever reads in it: all is there, or nothing. What is left of one who died in
 * the middle has a name that `sweepLitter` knows.
 * @throws ToolsError MOVE_FAILED, REMOVE_FAILED
 */
export function discardFolder(host: Host, folder: string): void {
  const away = temporaryOf(host, folder);
  moveEntry(host, folder, away);
  removeTree(host, away);
}
