import { ToolsError } from '../errors/index.ts';
import type { Host, Stats } from '../platform/index.ts';
import { copyFile, copyUnseen } from './copy-file.ts';
import { replaceLink } from './make-link.ts';
import { moveEntry } from './move-entry.ts';
import { isLink, removeTree } from './remove-tree.ts';
import { confirmEntry, temporaryOf } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

export interface CopiedTree {
  readonly files: number;
  readonly bytes: number;
  /** What can't be copied: sockets, pipes, devices, and links where the system refuses them. Absolute paths. */
  readonly special: readonly string[];
}

/**
 * Copies a file, a link (as a link), or a folder with all that lies below it, modes and times of files and folders
 * included. Made beside `to` and renamed into its place: `to` is not there, or whole. A file or a link that lies
 * there gives way, and so does an empty folder.
 * @throws ToolsError WRITE_FAILED, MOVE_FAILED (`to` is a folder that holds something): nothing is left over
 */
export function copyTree(host: Host, from: string, to: string): CopiedTree {
  const stat = statOf(host, from, to);
  const counted = { files: 0, bytes: 0, special: [] as string[] };
  if (!stat.isDirectory() || isLink(host, from, stat)) {
    const isFile = stat.isFile() && !isLink(host, from, stat);
    if (!isFile) copyEntry(host, { from, to, stat, counted });
    else copyFile(host, from, to);
    return isFile ? { ...counted, files: 1, bytes: stat.size } : counted;
  }
  const made = temporaryOf(host, to);
  try {
    copyEntry(host, { from, to: made, stat, counted });
    moveEntry(host, made, to);
  } catch (error) {
    removeTree(host, made);
    throw error;
  }
  confirmEntry(host, to);
  return counted;
}

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly stat: Stats;
  readonly counted: { files: number; bytes: number; special: string[] };
}

function copyEntry(host: Host, { from, to, stat, counted }: Copying): void {
  if (isLink(host, from, stat)) {
    if (!copyLink(host, from, to)) counted.special.push(from);
  } else if (stat.isDirectory()) copyFolder(host, { from, to, stat, counted });
  else if (stat.isFile()) {
    copyUnseen(host, from, to);
    counted.files += 1;
    counted.bytes += stat.size;
  } else counted.special.push(from);
}

/** False where links are refused. A link that lies there gives way. */
function copyLink(host: Host, from: string, to: string): boolean {
  // Only Windows asks what a link leads to.
  const kind = host.files.stat(from)?.isDirectory() ? 'dir' : 'file';
  return replaceLink(host, host.files.readlink(from), to, kind) === 'made';
}

function copyFolder(host: Host, { from, to, stat, counted }: Copying): void {
  try {
    host.files.mkdir(to, 0o700);
    for (const name of host.files.readdir(from)) {
      const path = host.path.join(from, name);
      copyEntry(host, {
        from: path,
        to: host.path.join(to, name),
        stat: statOf(host, path, to),
        counted,
      });
    }
    host.files.syncDirectory(to);
    // Last: a folder may forbid to be written, and each entry that is made changes its time.
    if ((stat.mode & 0o777) !== 0o700) host.files.chmod(to, stat.mode & 0o777);
    host.files.utimes(to, stat.atime, stat.mtime);
  } catch (error) {
    throw writeFailed(to, error);
  }
}

function statOf(host: Host, from: string, to: string): Stats {
  const stat = host.files.lstat(from);
  if (stat) return stat;
  throw new ToolsError('WRITE_FAILED', { path: to, cause: 'its source is gone' });
}
