import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';

/**
 * Removes a file, a link (itself, never what it leads to), or a folder with all that lies below it. What is not
 * there is removed already. This is the only routine of ours that removes folders with something in them.
 * @throws ToolsError REMOVE_FAILED, naming the entry that stayed
 */
export function removeTree(host: Host, path: string): void {
  const entry = withoutTrailingSeparators(host, path);
  try {
    removeEntry(host, entry);
  } catch (error) {
    if (error instanceof ToolsError) throw error;
    throw new ToolsError('REMOVE_FAILED', { path: entry, cause: causeOf(error) }, { cause: error });
  }
}

function removeEntry(host: Host, path: string): void {
  const stat = host.files.lstat(path);
  if (stat === undefined) return;
  if (!stat.isDirectory()) unlessGone(host, () => host.files.unlink(path));
  else if (isLink(host, path, stat)) removeJunction(host, path);
  else removeFolder(host, path, stat.mode);
}

function removeFolder(host: Host, path: string, mode: number): void {
  // Caches of build tools take the right to write from their own folders.
  if ((mode & 0o700) !== 0o700) host.files.chmod(path, 0o700);
  for (const name of host.files.readdir(path)) removeTree(host, host.path.join(path, name));
  unlessGone(host, () => host.files.rmdir(path));
}

/** A junction can call itself a directory; only a link has a text to read. */
export function isLink(host: Host, path: string, stat = host.files.lstat(path)): boolean {
  if (!stat?.isDirectory()) return stat?.isSymbolicLink() ?? false;
  try {
    host.files.readlink(path);
    return true;
  } catch {
    return false;
  }
}

function removeJunction(host: Host, path: string): void {
  try {
    host.files.unlink(path);
  } catch {
    // rmdir takes away the junction, and only that.
    unlessGone(host, () => host.files.rmdir(path));
  }
}

function unlessGone(host: Host, step: () => void): void {
  try {
    patiently(host, step);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** `link/` would mean what the link leads to. */
function withoutTrailingSeparators(host: Host, path: string): string {
  const { root } = host.path.parse(path);
  let end = path.length;
  while (end > root.length && (path[end - 1] === host.path.sep || path[end - 1] === '/')) end -= 1;
  return path.slice(0, end);
}
