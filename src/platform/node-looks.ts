import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import type { FileSystem } from './file-system.ts';

/** What a start asks of the disk that goes by what was recorded. */
export type Looks = Pick<
  FileSystem,
  'readText' | 'readStart' | 'readdir' | 'lstat' | 'stat' | 'readlink' | 'realpath' | 'isExecutable'
>;

/** These, by node:fs. */
export const nodeLooks: Looks = {
  readText: (path) => readFileSync(path, 'utf8'),
  readStart,
  readdir: (path) => readdirSync(path),
  lstat: (path) => ifThere(() => lstatSync(path, { throwIfNoEntry: false })),
  stat: (path) => ifThere(() => statSync(path, { throwIfNoEntry: false })),
  readlink: (path) => readlinkSync(path),
  realpath: (path) => realpathSync.native(path),
  isExecutable,
};

/**
 * Below a file there is nothing, either; some Nodes say so by ENOTDIR. Links that go round lead nowhere. Of a name
 * that is too long, or has a NUL in it (Node's own code), there can be no file.
 */
const nowhere: readonly unknown[] = ['ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

function ifThere<Found>(look: () => Found | undefined): Found | undefined {
  try {
    return look();
  } catch (error) {
    if (nowhere.includes((error as { readonly code?: unknown }).code)) return undefined;
    throw error;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function readStart(path: string, bytes: number): Buffer {
  // Opening a pipe that nobody writes to would wait for somebody.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return readAt(fd, 0, bytes);
  } finally {
    closeSync(fd);
  }
}

/** Fewer bytes only at the end of the file. */
export function readAt(fd: number, start: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const count = readSync(fd, buffer, filled, bytes - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
