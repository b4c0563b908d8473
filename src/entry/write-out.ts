import { writeSync } from 'node:fs';
import { writePatiently } from '../platform/index.ts';

const stdout = 1;
/** A pipe takes this much wholly or not at all. */
const atOnce = 4096;

/**
 * Writes an answer without opening a stream, which would take as long as finding it. Whoever reads a pipe that does not
 * wait for him is waited for, once he has the beginning.
 * @returns whether all is written; if not, the program meets what hindered us, and can say it. On a disk that fills up
 *   in the middle it tries the whole again
 */
export function writeOut(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + atOnce);
      at += at === 0 ? writeSync(stdout, piece) : writePatiently(stdout, piece);
    }
    return true;
  } catch {
    return false;
  }
}
