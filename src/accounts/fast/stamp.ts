import type { Stats } from '../../platform/index.ts';

/** Tells one state of a file, or of the names in a directory, from another, without reading it. */
export function stampOf({ dev, ino, mode, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, mode, size, mtimeMs, ctimeMs].join();
}
