import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import { errnoOf } from './errno.ts';
import type { FileSystem } from './file-system.ts';
import { nodeLooks, readAt } from './node-looks.ts';
import { removeHalf, writeNew } from './node-write-new.ts';

/** The disk, by node:fs. Modes are exact: the umask neither widens nor narrows them. */
export const nodeFileSystem: FileSystem = {
  ...nodeLooks,
  readFile: (path) => readFileSync(path),
  isEqual,
  writeNew,
  copyNew,
  mkdir,
  rename: (from, to) => renameSync(from, to),
  link: (existing, name) => linkSync(existing, name),
  symlink: (target, path, kind) => symlinkSync(target, path, kind),
  unlink: (path) => unlinkSync(path),
  rmdir: (path) => rmdirSync(path),
  chmod: (path, mode) => chmodSync(path, mode),
  utimes: (path, atime, mtime) => utimesSync(path, atime, mtime),
  syncDirectory,
};

const page = 4096;
const chunk = 1024 * 1024;

function isEqual(one: string, other: string): boolean {
  const fds: number[] = [];
  try {
    for (const path of [one, other])
      fds.push(openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
    const [fd, otherFd] = fds as [number, number];
    const { size } = fstatSync(fd);
    if (size !== fstatSync(otherFd).size) return false;
    // To clear a large buffer takes longer than to compare what most files hold.
    const count = size < page ? page : chunk;
    for (let at = 0; ; at += count) {
      const bytes = readAt(fd, at, count);
      if (!bytes.equals(readAt(otherFd, at, count))) return false;
      if (bytes.length < count) return true;
    }
  } finally {
    for (const fd of fds) closeSync(fd);
  }
}

function copyNew(from: string, path: string, mode: number): void {
  copyFileSync(from, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  try {
    chmodSync(path, mode);
    const fd = openSync(path, constants.O_RDWR);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    removeHalf(path);
    throw error;
  }
}

function mkdir(path: string, mode: number): void {
  mkdirSync(path, { mode });
  // Only a umask that takes rights from the owner, or a test, gets here.
  if (constants.O_DIRECTORY !== undefined && (lstatSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
}

/** What a file system answers that can't flush a directory. Others (EIO, ENOSPC) are real failures. */
const cannotFlush = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF']);

function syncDirectory(path: string): void {
  // Windows can't open a directory, and has no such constant.
  if (constants.O_DIRECTORY === undefined) return;
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(fd);
  } catch (error) {
    if (!cannotFlush.has(errnoOf(error) ?? '')) throw error;
  } finally {
    closeSync(fd);
  }
}
