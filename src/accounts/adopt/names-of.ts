import type { Host } from '../../platform/index.ts';

/** What a directory (no link) holds, by code unit; nothing where there is none. */
export function namesOf(host: Host, folder: string): readonly string[] {
  return host.files.lstat(folder)?.isDirectory() ? [...host.files.readdir(folder)].sort() : [];
}
