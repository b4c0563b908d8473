import type { Host } from '../platform/index.ts';

export interface LockOptions {
  /** How long to wait for another holder before BUSY. Milliseconds; 10,000 unless given. */
  readonly waitMs?: number;
  /** Told who holds the lock, once, after a second. */
  readonly tell?: (line: string) => void;
}

/** What the one who holds a lock may ask of it. */
export interface HeldLock {
  /** Call right before the change takes effect (`beforeCommit`). @throws ToolsError LOCK_LOST */
  readonly assertOurs: () => void;
}

/**
 * Runs `work` while nobody else runs under the lock of `file` (the folder `<file>.lock`; the file itself need not
 * be there). A holder that died is no holder: its lock is taken over at once.
 * @throws ToolsError BUSY after `waitMs`, LOCK_LOST, LOCK_UNUSABLE (something else lies at the lock's path),
 *   WRITE_FAILED, and what `work` throws
 */
export async function withLock<Result>(
  _host: Host,
  _file: string,
  _what: string,
  _work: (lock: HeldLock) => Result | Promise<Result>,
  _options: LockOptions = {},
): Promise<Result> {
  throw new Error('not built yet');
}
