import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';

/**
 * Removes a folder that has nothing in it. False: it has, and is as it was. One that is gone is removed already.
 * @throws ToolsError REMOVE_FAILED
 */
export function removeEmpty(host: Host, folder: string): boolean {
  try {
    // A folder that a scanner holds answers as one that is not empty: asked first, that is no reason to wait.
    if (host.files.readdir(folder).length > 0) return false;
    patiently(host, () => host.files.rmdir(folder));
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return true;
    if (errno === 'ENOTEMPTY' || errno === 'EEXIST') return false;
    throw new ToolsError('REMOVE_FAILED', { path: folder, cause: causeOf(error) }, { cause: error });
  }
}
