import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';
import { removeTree } from './remove-tree.ts';
import { removeTemporary, temporaryOf } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

/** What is at a place: a link and its text, something real, or nothing. */
export type Place =
  | { readonly state: 'absent' }
  | { readonly state: 'real' }
  | { readonly state: 'link'; readonly text: string };

/** Looks at a place in one step, and follows nothing. @throws ToolsError STATE_UNREADABLE */
export function lookAt(host: Host, path: string): Place {
  try {
    return { state: 'link', text: host.files.readlink(path) };
  } catch (error) {
    const cause = causeOf(error);
    if (cause === 'ENOENT' || cause === 'ENOTDIR') return { state: 'absent' };
    // Windows says UNKNOWN of what is no link.
    if (cause === 'EINVAL' || cause === 'UNKNOWN') return { state: 'real' };
    throw new ToolsError('STATE_UNREADABLE', { path, cause }, { cause: error });
  }
}

/** Whether a link is the one to that place. */
export function isLinkTo(host: Host, place: Place, target: string): boolean {
  return place.state === 'link' && (place.text === target || isSamePath(host, place.text, target));
}

/** Windows keeps the target of a junction with a prefix and a separator of its own. */
function isSamePath(host: Host, one: string, other: string): boolean {
  if (host.platform !== 'win32') return false;
  const plain = (path: string) =>
    path
      .replace(/^\\\\\?\\/, '')
      .replace(/[\\/]+$/, '')
      .toLowerCase();
  return plain(one) === plain(other);
}

/** `refused`: such links can't be made here; `taken`: something is there already, and is as it was. */
export type MadeLink = 'made' | 'taken' | 'refused';

/**
 * Makes a link where nothing is. `target` is absolute. On Windows a directory's is a junction, which everybody may
 * make.
 * @throws ToolsError WRITE_FAILED
 */
export function makeLink(host: Host, target: string, path: string, kind: 'dir' | 'file'): MadeLink {
  try {
    host.files.symlink(target, path, host.platform === 'win32' && kind === 'dir' ? 'junction' : kind);
    return 'made';
  } catch (error) {
    const cause = causeOf(error);
    if (cause === 'EEXIST') return 'taken';
    if (refusals.has(cause)) return 'refused';
    throw writeFailed(path, error);
  }
}

/** What systems and disks say that know no links, or give the right to make one to others only. */
const refusals = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'UNKNOWN']);

/** Puts a link in the place of another: old or new. @throws ToolsError WRITE_FAILED */
export function replaceLink(host: Host, target: string, path: string, kind: 'dir' | 'file'): MadeLink {
  const beside = temporaryOf(host, path);
  const made = makeLink(host, target, beside, kind);
  if (made !== 'made') return made;
  try {
    // Windows renames nothing over a junction.
    if (host.platform === 'win32') removeTree(host, path);
    patiently(host, () => host.files.rename(beside, path));
    return 'made';
  } catch (error) {
    removeTemporary(host, beside);
    throw writeFailed(path, error);
  }
}

/** Whether `makeLink` would be refused, tried beside the place. @throws ToolsError WRITE_FAILED */
export function canLink(host: Host, target: string, path: string, kind: 'dir' | 'file'): boolean {
  const beside = temporaryOf(host, path);
  if (makeLink(host, target, beside, kind) !== 'made') return false;
  removeTree(host, beside);
  return true;
}
