import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { readFolder } from './read-folder.ts';
import { removeTree } from './remove-tree.ts';
import { isExpired } from './time-name.ts';

/** Removes every entry of a folder whose name says that it is older than 30 days. @returns those that stayed */
export function sweepExpired(host: Host, folder: string): readonly string[] {
  const stayed: string[] = [];
  for (const name of readFolder(host, folder)) {
    if (!isExpired(host, name)) continue;
    const path = host.path.join(folder, name);
    try {
      removeTree(host, path);
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      stayed.push(path);
    }
  }
  return stayed;
}
