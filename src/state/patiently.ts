import { errnoOf, type Host } from '../platform/index.ts';

/** What Windows answers while a virus scanner or an indexer looks at the file. */
const passing = new Set(['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY']);
const waits = [2, 5, 10, 20, 40, 80, 160, 320];

/** Runs a step again, for about 0.6 s, where Windows refuses it for the moment. Elsewhere once. */
export function patiently<Result>(host: Host, step: () => Result): Result {
  if (host.platform === 'win32') {
    for (const milliseconds of waits) {
      try {
        return step();
      } catch (error) {
        if (!passing.has(errnoOf(error) ?? '')) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
      }
    }
  }
  return step();
}
