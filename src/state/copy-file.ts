import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';
import { confirmEntry, removeTemporary, temporaryOf, type WriteOptions } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

/**
 * Puts a copy of a file, with its mode and its times, in the place of whatever file or link is there: old or new,
 * never half. Tools pick sessions by their times.
 * @throws ToolsError WRITE_FAILED: nothing was changed. WRITE_UNSURE: it is there, but the disk did not confirm it.
 *   And what `beforeCommit` throws, which stops it.
 */
export function copyFile(host: Host, from: string, to: string, options: WriteOptions = {}): void {
  const temporary = copyBeside(host, from, to);
  try {
    options.beforeCommit?.();
    patiently(host, () => host.files.rename(temporary, to));
  } catch (error) {
    removeTemporary(host, temporary);
    throw writeFailed(to, error);
  }
  confirmEntry(host, to);
}

/**
 * Gives a file (no link) a second place: `to` has it too, the very same file where the disk allows that. False:
 * `to` is taken, by whatever, and is as it was. Death leaves `to` absent or whole.
 * @throws ToolsError WRITE_FAILED
 */
export function placeNew(host: Host, from: string, to: string): boolean {
  if (host.files.lstat(to) !== undefined) return false;
  try {
    host.files.link(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    causeOf(error);
  }
  // Another disk, or one that knows no second names.
  const temporary = copyBeside(host, from, to);
  try {
    return publishNew(host, temporary, to);
  } catch (error) {
    throw writeFailed(to, error);
  } finally {
    if (host.files.lstat(temporary) !== undefined) removeTemporary(host, temporary);
  }
}

function publishNew(host: Host, temporary: string, to: string): boolean {
  try {
    host.files.link(temporary, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    causeOf(error);
  }
  if (host.files.lstat(to) !== undefined) return false;
  patiently(host, () => host.files.rename(temporary, to));
  return true;
}

/**
 * A copy of a file, verified, with its mode and its times, in a place that nobody looks at yet: death may leave half
 * of it, and its name has to be confirmed.
 * @throws ToolsError WRITE_FAILED: nothing is left over
 */
export function copyUnseen(host: Host, from: string, place: string): void {
  try {
    const stat = host.files.stat(from);
    if (!stat) throw new ToolsError('WRITE_FAILED', { path: place, cause: 'its source is gone' });
    host.files.copyNew(from, place, stat.mode & 0o777);
    host.files.utimes(place, stat.atime, stat.mtime);
    if (host.files.isEqual(from, place)) return;
  } catch (error) {
    if (error instanceof ToolsError) throw error;
    if (errnoOf(error) !== 'EEXIST') removeTemporary(host, place);
    throw writeFailed(place, error);
  }
  removeTemporary(host, place);
  throw new ToolsError('WRITE_FAILED', { path: place, cause: 'its source changed meanwhile' });
}

/** Under a name that `sweepLitter` knows. */
function copyBeside(host: Host, from: string, to: string): string {
  const temporary = temporaryOf(host, to);
  copyUnseen(host, from, temporary);
  return temporary;
}
