import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';

/** The names in a folder of ours; none where there is no folder. @throws ToolsError STATE_UNREADABLE */
export function readFolder(host: Host, folder: string): readonly string[] {
  try {
    return host.files.readdir(folder);
  } catch (error) {
    const cause = causeOf(error);
    if (cause === 'ENOENT') return [];
    throw new ToolsError('STATE_UNREADABLE', { path: folder, cause }, { cause: error });
  }
}

/** The names in whatever folder; none where no folder is, or none that may be read. */
export function namesIn(
  host: { readonly files: Pick<Host['files'], 'readdir'> },
  folder: string,
): readonly string[] {
  try {
    return host.files.readdir(folder);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return [];
  }
}
