import { writeSync } from 'node:fs';

const stdout = 1;
/** A pipe takes this much wholly or not at all. */
const atOnce = 4096;

/**
 * Writes an answer without opening a stream, which would take as long as finding it.
 * @returns whether all is written; if not, the program meets what hindered us, and can say it. On a disk that fills up
 *   in the middle it tries the whole again
 */
export function writeOut(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += written(bytes.subarray(at, at + atOnce), at > 0);
    return true;
  } catch {
    return false;
  }
}

/** Whoever reads a pipe that does not wait for him is waited for, once he has the beginning. */
function written(bytes: Buffer, hasBegun: boolean): number {
  for (;;) {
    try {
      return writeSync(stdout, bytes);
    } catch (error) {
      if (!hasBegun || (error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
