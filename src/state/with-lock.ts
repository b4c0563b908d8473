import { ToolsError } from '../errors/index.ts';
import { errnoOf, type Host, keepFileSizeErrors } from '../platform/index.ts';
import { breakDeadLock, clearDeadGuard } from './break-dead-lock.ts';
import { lockFileSystem } from './lock-file-system.ts';
import { type LockHolder, newHolder, readHolder } from './lock-folder.ts';
import { sweepLitter } from './sweep-litter.ts';

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
 * be there). A holder that died is no holder: its lock is taken over at once. One that lives, or that can't be
 * judged from here, keeps it, however old it is. Do not hold it while a child runs, and do not move or remove the
 * folder it lies in.
 * @throws ToolsError BUSY after `waitMs`, LOCK_LOST, LOCK_UNUSABLE (something else lies at the lock's path),
 *   WRITE_FAILED, LOCK_KEPT (the work is done, the lock could not be given up), and what `work` throws
 */
export async function withLock<Result>(
  host: Host,
  file: string,
  what: string,
  work: (lock: HeldLock) => Result | Promise<Result>,
  options: LockOptions = {},
): Promise<Result> {
  const path = `${file}.lock`;
  const holder = newHolder(host);
  const release = await acquire(host, { file, path, what, holder }, options).catch((error: unknown) => {
    const problem = errnoOf(error);
    throw problem === undefined
      ? error
      : new ToolsError('LOCK_UNUSABLE', { path, problem }, { cause: error });
  });
  const assertOurs = () => {
    if (readHolder(host, path)?.nonce !== holder.nonce) throw new ToolsError('LOCK_LOST', { what, path });
  };
  let result: Result;
  try {
    tidyUp(host, file, path);
    result = await work({ assertOurs });
  } catch (error) {
    // What went wrong in the work is the thing to tell, not that its lock could not be given up.
    await release().catch(() => {});
    throw error;
  }
  await release().catch((error: unknown) => {
    const cause = errnoOf(error);
    throw cause === undefined ? error : new ToolsError('LOCK_KEPT', { what, path, cause }, { cause: error });
  });
  return result;
}

/** What the dead left: a disk that refuses to give it up is no reason not to work. */
function tidyUp(host: Host, file: string, path: string): void {
  try {
    clearDeadGuard(host, path);
    sweepLitter(host, host.path.dirname(file));
  } catch (error) {
    if (!(error instanceof ToolsError) && errnoOf(error) === undefined) throw error;
  }
}

interface Wanted {
  readonly file: string;
  readonly path: string;
  readonly what: string;
  readonly holder: LockHolder;
}

async function acquire(
  host: Host,
  wanted: Wanted,
  { waitMs = 10_000, tell }: LockOptions,
): Promise<() => Promise<void>> {
  let waited = 0;
  let hasTold = false;
  for (let delay = 2; ; delay = Math.min(delay * 2, 250)) {
    const release = await tryLock(host, wanted);
    if (release) return release;
    const inTheWay = holderInTheWay(host, wanted.path);
    // Broken, or given up meanwhile: most likely it can be had at once.
    if (inTheWay === undefined && delay === 2) continue;
    if (inTheWay !== undefined) {
      if (waited >= waitMs) throw busy(host, wanted, inTheWay);
      if (waited >= 1000 && !hasTold) {
        hasTold = true;
        tell?.(busy(host, wanted, inTheWay).message);
      }
    }
    // Not measured by a clock: one that is set, or that stood still while the computer slept, counts for nothing.
    const pause = Math.min(delay * jitter(host), Math.max(waitMs - waited, 1));
    await new Promise((done) => setTimeout(done, pause));
    waited += pause;
  }
}

async function tryLock(
  host: Host,
  { file, path, what, holder }: Wanted,
): Promise<(() => Promise<void>) | undefined> {
  keepFileSizeErrors();
  const { default: properLockfile } = await import('proper-lockfile');
  try {
    return await properLockfile.lock(file, {
      lockfilePath: path,
      realpath: false,
      fs: lockFileSystem(host, holder, what),
      retries: 0,
      // Never by age: the greatest delay that a timer can have.
      stale: 2_147_483_000,
      update: 1_073_741_000,
      // Left out, it would throw from a timer. Whoever holds the lock asks `assertOurs`.
      onCompromised: () => {},
    });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ELOCKED') return undefined;
    throw error;
  }
}

/** Whom to wait for. Breaks the lock of a dead one, and then there may be nobody. */
function holderInTheWay(host: Host, path: string): LockHolder | undefined {
  const holder = readHolder(host, path);
  if (holder === undefined) return undefined;
  return host.processes.stateOf(holder.process) === 'dead' ? breakDeadLock(host, path, holder) : holder;
}

function busy(host: Host, { what, path }: Wanted, { process, since }: LockHolder): ToolsError<'BUSY'> {
  const isKnown = host.processes.stateOf(process) === 'alive';
  const isHere = process.machine === host.processes.self.machine;
  return new ToolsError('BUSY', {
    what,
    pid: process.pid,
    since,
    machine: isHere ? undefined : process.machine,
    // Where nobody can tell whether it still lives, a person may have to take the lock away.
    path: isKnown ? undefined : path,
  });
}

/** Between a half and one, so that those who wait do not come all at once. */
function jitter(host: Host): number {
  return 0.5 + Number.parseInt(host.randomName(4), 36) / 36 ** 4 / 2;
}
