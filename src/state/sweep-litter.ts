import type { Host } from '../platform/index.ts';
import { namesIn } from './read-folder.ts';
import { removeTree } from './remove-tree.ts';

/** A write takes milliseconds; and one whose temporary file is taken away fails, it does not go wrong. */
const abandonedAfter = 60 * 60 * 1000;

/** Removes what a killed process of ours left half-made in a folder (not below it): an hour after it. */
export function sweepLitter(host: Host, folder: string): void {
  for (const name of namesIn(host, folder)) {
    const path = host.path.join(folder, name);
    if (isOldLitter(host, path)) removeTree(host, path);
  }
}

/** Whether a process of ours left it half-made, an hour ago or longer. */
export function isOldLitter(host: Host, path: string): boolean {
  if (!isLitterName(host.path.basename(path))) return false;
  // A copy has the old times of what it is a copy of, but for this one.
  const age = host.now().getTime() - (host.files.lstat(path)?.ctimeMs ?? Number.POSITIVE_INFINITY);
  return age > abandonedAfter;
}

/** Whether something of ours is being made there, or was when its maker died. */
export function isLitterName(name: string): boolean {
  return /^\..+\.[a-z0-9]{8}\.tmp$/s.test(name);
}

/**
 * Removes what a killed process of ours was writing in the place of that file, however short ago: the caller knows
 * that nobody writes there now.
 */
export function sweepHalfWritten(host: Host, file: string): void {
  const [folder, start] = [host.path.dirname(file), `.${host.path.basename(file)}`];
  for (const name of namesIn(host, folder))
    if (name.startsWith(start) && /^\.[a-z0-9]{8}\.tmp$/.test(name.slice(start.length)))
      removeTree(host, host.path.join(folder, name));
}
