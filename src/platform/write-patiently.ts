import { writeSync } from 'node:fs';
import { errnoOf } from './errno.ts';

/** Milliseconds between two tries. */
const pause = 5;

/**
 * Writes as much as goes at once; where a pipe that does not wait is full, its reader is waited for.
 * @returns how many bytes. @throws what the system says
 */
export function writePatiently(descriptor: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}
