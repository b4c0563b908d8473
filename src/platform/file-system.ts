import type { Stats } from 'node:fs';

export type { Stats };

/**
 * The one way to the disk. Everything is synchronous and small on purpose: each method is one step, so that
 * a test can make any step fail, or make the process die before or after it. Paths are absolute. Failures
 * are the errno errors of node:fs.
 */
export interface FileSystem {
  // Reading
  readFile(path: string): Buffer;
  /** The same as text, which Node reads several times sooner. What is no UTF-8 comes as U+FFFD. */
  readText(path: string): string;
  /** At most `bytes` from the beginning. */
  readStart(path: string, bytes: number): Buffer;
  readdir(path: string): readonly string[];
  /** undefined when nothing is there. Never follows a link. */
  lstat(path: string): Stats | undefined;
  /** undefined when nothing is there, or a link leads nowhere. */
  stat(path: string): Stats | undefined;
  readlink(path: string): string;
  realpath(path: string): string;
  /** Whether two files hold the same bytes, whatever their number. Links are followed. */
  isEqual(one: string, other: string): boolean;
  isExecutable(path: string): boolean;

  // Writing
  /** Creates the file (O_EXCL, never through a link), writes all of it, and flushes it to the disk unless fleeting. */
  writeNew(path: string, data: string | Uint8Array, mode: number, kind?: 'fleeting'): void;
  /** Creates the file (O_EXCL) with another's bytes, whatever their number, and flushes it to the disk. */
  copyNew(from: string, path: string, mode: number): void;
  mkdir(path: string, mode: number): void;
  rename(from: string, to: string): void;
  /** A second name for a file; EEXIST when the name is taken. */
  link(existing: string, name: string): void;
  symlink(target: string, path: string, kind: 'file' | 'dir' | 'junction'): void;
  unlink(path: string): void;
  rmdir(path: string): void;
  chmod(path: string, mode: number): void;
  /** A number counts seconds since 1970, to the microsecond. */
  utimes(path: string, atime: Date | number, mtime: Date | number): void;
  /** Flushes a directory's entries, where the platform can. */
  syncDirectory(path: string): void;
}

/** The names of the methods that change the disk, in no order: what a fault can be injected into. */
export const writingSteps = [
  'writeNew',
  'copyNew',
  'mkdir',
  'rename',
  'link',
  'symlink',
  'unlink',
  'rmdir',
  'chmod',
  'utimes',
  'syncDirectory',
] as const satisfies readonly (keyof FileSystem)[];
