import type { Host } from '../platform/index.ts';
import { moveEntry } from './move-entry.ts';
import { removeTree } from './remove-tree.ts';
import { temporaryOf } from './write-atomic.ts';

/**
 * Removes a folder in one step for whoever reads in it: all is there, or nothing. What is left of one who died in
 * the middle has a name that begins with a dot and that `sweepLitter` knows; nobody reads in it any more.
 * @throws ToolsError MOVE_FAILED, REMOVE_FAILED
 */
export function discardFolder(host: Host, folder: string): void {
  const isRead = !host.path.basename(folder).startsWith('.');
  const away = isRead ? temporaryOf(host, folder) : folder;
  if (isRead) moveEntry(host, folder, away);
  removeTree(host, away);
}
