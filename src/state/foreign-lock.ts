import { errnoOf, type Host } from '../platform/index.ts';

/** How another program locks a file of its own: by a directory or a file that must not be there yet. */
export interface ForeignLock {
  readonly path: string;
  readonly kind: 'directory' | 'file';
  /** Milliseconds after which that program takes over a lock that was left behind. */
  readonly staleAfter: number;
}

/**
 * Takes a lock by another program's protocol, one left behind too; returns what gives it up, or undefined when
 * somebody has it or it can't be had. For less than `staleAfter`: it is not kept fresh.
 */
export function takeForeignLock(host: Host, lock: ForeignLock): (() => void) | undefined {
  if (isStale(host, lock)) quietly(() => remove(host, lock));
  if (!quietly(() => make(host, lock))) return undefined;
  const made = host.files.lstat(lock.path);
  return () => {
    const now = host.files.lstat(lock.path);
    if (made && now?.ino === made.ino && now.mtimeMs === made.mtimeMs) quietly(() => remove(host, lock));
  };
}

function make({ files }: Host, { path, kind }: ForeignLock): void {
  if (kind === 'directory') files.mkdir(path, 0o700);
  else files.writeNew(path, '', 0o600);
}

/** A directory that holds something stays. */
function remove({ files }: Host, { path, kind }: ForeignLock): void {
  if (kind === 'directory') files.rmdir(path);
  else files.unlink(path);
}

/** Only what such a lock is: no link, nothing of another kind. */
function isStale(host: Host, { path, kind, staleAfter }: ForeignLock): boolean {
  const there = host.files.lstat(path);
  if (there === undefined) return false;
  const isSuch = kind === 'directory' ? there.isDirectory() : there.isFile();
  return isSuch && there.mtimeMs < host.now().getTime() - staleAfter;
}

/** Says whether the disk let it happen. */
function quietly(step: () => void): boolean {
  try {
    step();
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
