import type { Host, Look, Stats } from '../../platform/index.ts';
import { type Counting, countedDigest } from '../counting.ts';
import { isSettled } from '../sync/settled.ts';
import type { Conditions, Counted } from './launch-record.ts';
import { stampOf } from './stamp.ts';

/**
 * How everything lies that was looked at, so much of it as was asked. undefined: that can't be said, because it can't
 * be looked at now, or a change since `began` (milliseconds), before the first look, might not show.
 * @param mixed files of which not all counts
 */
export function seeConditions(
  { files }: Host,
  looks: ReadonlyMap<string, Look>,
  began: number,
  mixed: ReadonlyMap<string, Counting> = new Map(),
): Conditions | undefined {
  const seen = {
    absent: [] as string[],
    directories: [] as string[],
    files: [] as string[],
    directoryLinks: {} as Record<string, string>,
    fileLinks: {} as Record<string, string>,
    same: {} as Record<string, string>,
    real: {} as Record<string, string>,
    counted: {} as Record<string, Counted>,
  };
  try {
    for (const [path, { content, place }] of looks) {
      const found = files.lstat(path);
      if (found === undefined) {
        seen.absent.push(path);
        continue;
      }
      const target = found.isSymbolicLink() ? files.stat(path) : found;
      // A link that leads nowhere may lead somewhere once a disk is there again.
      if (target === undefined || !isPlain(target)) return undefined;
      const isDirectory = target.isDirectory();
      if (found.isSymbolicLink())
        seen[isDirectory ? 'directoryLinks' : 'fileLinks'][path] = files.readlink(path);
      else if (!content) seen[isDirectory ? 'directories' : 'files'].push(path);
      if (content) {
        if (!isSettled(target, began)) return undefined;
        seen.same[path] = stampOf(target);
        const counting = mixed.get(path);
        const digest = counting && countedDigest(files.readText(path), counting);
        // Of what was put in its place while it was read nothing is known.
        if (digest && stampOf(files.lstat(path) ?? found) === stampOf(found))
          seen.counted[path] = { counting, digest };
      }
      if (place) seen.real[path] = files.realpath(path);
    }
    return seen;
  } catch {
    return undefined;
  }
}

function isPlain(stats: Stats): boolean {
  return stats.isDirectory() || stats.isFile();
}
