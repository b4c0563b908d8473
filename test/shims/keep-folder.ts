import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Keeps how a folder is, beside it. What is returned puts everything in it back: names, bytes, links, modes, and times
 * to the microsecond; it writes no more than was changed.
 */
export function keepFolder(folder: string): () => void {
  const kept = join(dirname(folder), 'kept');
  const { status, stderr } = spawnSync('cp', ['-a', folder, kept]);
  if (status !== 0) throw new Error(stderr.toString());
  return () => putBack(kept, folder);
}

function putBack(kept: string, path: string): void {
  const was = lstatSync(kept, { throwIfNoEntry: false });
  const found = lstatSync(path, { throwIfNoEntry: false });
  const isOfItsKind = was !== undefined && found !== undefined && kindOf(was) === kindOf(found);
  const isSame = isOfItsKind && (was.isDirectory() || isEqual(was, kept, path));
  if (found && !isSame) rmSync(path, { recursive: true });
  if (!was) return;
  if (was.isSymbolicLink()) {
    if (!isSame) symlinkSync(readlinkSync(kept), path);
    return;
  }
  if (was.isDirectory()) {
    mkdirSync(path, { recursive: true });
    for (const name of new Set([...readdirSync(kept), ...readdirSync(path)]))
      putBack(join(kept, name), join(path, name));
  } else if (!isSame) copyFileSync(kept, path);
  putBackTime(was, path);
}

function putBackTime(was: Stats, path: string): void {
  const found = lstatSync(path);
  if (found.mode !== was.mode) chmodSync(path, was.mode & 0o7777);
  if (microseconds(found) === microseconds(was)) return;
  // And half of one more: what is cut off on the way to the disk is cut off in the middle.
  const at = (microseconds(was) + 0.5) / 1e6;
  utimesSync(path, at, at);
}

function isEqual(was: Stats, kept: string, path: string): boolean {
  if (was.isSymbolicLink()) return readlinkSync(kept) === readlinkSync(path);
  return readFileSync(kept).equals(readFileSync(path));
}

function kindOf({ mode }: Stats): number {
  return mode & 0o170000;
}

function microseconds({ mtimeMs }: Stats): number {
  return Math.floor(mtimeMs * 1000);
}
