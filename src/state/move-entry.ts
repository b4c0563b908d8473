import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';

/**
 * Moves a file, link or folder to another place of the same disk, in one step; a file that is there gives way.
 * @throws ToolsError MOVE_FAILED (EXDEV: it is another disk): it is where it was
 */
export function moveEntry(host: Host, path: string, to: string): void {
  try {
    patiently(host, () => host.files.rename(path, to));
  } catch (error) {
    throw new ToolsError('MOVE_FAILED', { path, to, cause: causeOf(error) }, { cause: error });
  }
}
