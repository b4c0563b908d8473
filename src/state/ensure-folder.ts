import { errnoOf, type Host } from '../platform/index.ts';
import { confirmEntry } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

/**
 * Makes a folder of ours and the folders above it that are missing, 0700 each. What is there is left as it is.
 * @throws ToolsError WRITE_FAILED, WRITE_UNSURE
 */
export function ensureFolder(host: Host, folder: string): void {
  if (isFolder(host, folder)) return;
  const above = host.path.dirname(folder);
  if (above !== folder) ensureFolder(host, above);
  try {
    host.files.mkdir(folder, 0o700);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && isFolder(host, folder)) return;
    throw writeFailed(folder, error);
  }
  confirmEntry(host, folder);
}

function isFolder(host: Host, path: string): boolean {
  try {
    return host.files.stat(path)?.isDirectory() ?? false;
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return false;
    throw writeFailed(path, error);
  }
}
