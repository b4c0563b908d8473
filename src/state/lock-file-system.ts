import { ToolsError } from '../errors/index.ts';
import type { Host } from '../platform/index.ts';
import { dropLock, type LockHolder, publishLock } from './lock-folder.ts';

type Callback<Result> = (error: Error | null, result?: Result) => void;

/** What proper-lockfile 4.1.2 calls of the `fs` that it is given (read in its lib/). */
export interface LockFileSystem {
  mkdir(path: string, done: Callback<void>): void;
  rmdir(path: string, done: Callback<void>): void;
  rmdirSync(path: string): void;
  stat(path: string, done: Callback<{ readonly mtime: Date }>): void;
  utimes(path: string, atime: Date, mtime: Date, done: Callback<void>): void;
}

/**
 * Its "make the folder" takes a lock that names its holder, and its "remove the folder" gives up only that one.
 * It is kept from judging by age: every lock it asks about is of the same moment, far from now.
 */
export function lockFileSystem(host: Host, holder: LockHolder, what: string): LockFileSystem {
  const mtime = new Date(8_000_000_000_000_000);
  const drop = (path: string): void => {
    if (!dropLock(host, path, holder.nonce)) throw new ToolsError('LOCK_LOST', { what, path });
  };
  return {
    mkdir: (path, done) =>
      answer(done, () => {
        if (!publishLock(host, path, holder)) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
      }),
    rmdir: (path, done) => answer(done, () => drop(path)),
    rmdirSync: drop,
    stat: (_path, done) => done(null, { mtime }),
    utimes: (_path, _atime, _mtime, done) => done(null),
  };
}

function answer(done: Callback<void>, act: () => void): void {
  try {
    act();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null);
}
