import { errnoOf, type Host } from '../../platform/index.ts';

/** To the nearest millisecond, which is all that can be set. One that can't be set is no reason to stop. */
export function restoreTime(host: Host, path: string, mtimeMs: number): void {
  try {
    const stat = host.files.stat(path);
    if (stat) host.files.utimes(path, stat.atime, new Date(Math.round(mtimeMs)));
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}
