import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { readFolder } from './read-folder.ts';
import { removeTree } from './remove-tree.ts';
import { isOldLitter } from './sweep-litter.ts';
import { isExpired } from './time-name.ts';

/**
 * Removes every entry of a folder whose name says that it is older than 30 days, and what a killed process of ours left
 * half-made there. @returns those that stayed
 */
export function sweepExpired(host: Host, folder: string): readonly string[] {
  const stayed: string[] = [];
  for (const name of readFolder(host, folder)) {
    const path = host.path.join(folder, name);
    if (!isExpired(host, name) && !isOldLitter(host, path)) continue;
    try {
      removeTree(host, path);
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      stayed.push(path);
    }
  }
  return stayed;
}
