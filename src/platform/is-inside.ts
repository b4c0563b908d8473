import type { PlatformPath } from 'node:path';

/**
 * Whether `child` lies in `parent`: strictly below it, by the names alone (no link is looked at).
 * The folder itself is not inside itself, so that a deletion can be guarded by this.
 */
export function isInside(path: PlatformPath, parent: string, child: string): boolean {
  const way = path.relative(parent, child);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
