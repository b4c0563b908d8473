import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

// Windows has no O_NOFOLLOW; O_EXCL alone never goes through a link either.
const createOnly = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** As `writeNew` of a FileSystem. */
export function writeNew(path: string, data: string | Uint8Array, mode: number, kind?: 'fleeting'): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  const fd = openSync(path, createOnly, mode);
  try {
    try {
      if ((fstatSync(fd).mode & 0o777) !== mode) fchmodSync(fd, mode);
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
      if (kind !== 'fleeting') fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    removeHalf(path);
    throw error;
  }
}

/** What could not be made whole goes; never fails. */
export function removeHalf(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // The first failure is the one to tell.
  }
}
