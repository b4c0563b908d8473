import { errnoOf, type Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { isLink } from '../../state/index.ts';
import { isOfSessions } from '../sharing/copies.ts';
import { expandEntries } from '../sharing/expand-entries.ts';
import { canLieAtOrBelow, pathsTo, placeIn } from '../sharing/home-facts.ts';
import { isMerged, type SharedEntry, sharePlan } from '../sharing/share-plan.ts';
import type { SeedFile } from './seed-sources.ts';

/**
 * The path of something in a root that a seed could not be merged with; undefined: places of sessions, and files that
 * are links, are not there, or empty. Files that are merged are in nobody's way, nor are locks: a seed has none. Of
 * all else a seed adds what is missing.
 */
export function obstacleIn(host: Host, tool: AITool, folder: string): string | undefined {
  const entries = expandEntries(host, sharePlan(host, tool), [folder]);
  const guards = entries.flatMap((entry) => entry.guards);
  const merged = new Set(entries.filter(isMerged).map(({ path }) => path));
  const isLeft = (path: string) => merged.has(path) || guards.some((guard) => canLieAtOrBelow(path, guard));
  const isInTheWay = (entry: SharedEntry) =>
    !isMerged(entry) && (entry.fact.kind === 'file' || isOfSessions(tool, entry));
  for (const { path } of entries.filter(isInTheWay)) {
    const found = contentAt(host, placeIn(host, folder, path), path, isLeft);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a root has where a file of a seed would lie: nothing that counts, the same, or another thing, which stays. */
export function placeOfSeed(
  host: Host,
  folder: string,
  { path, from, target }: SeedFile,
): 'free' | 'same' | 'taken' {
  const { files } = host;
  for (const above of pathsTo(path).slice(0, -1)) {
    const place = placeIn(host, folder, above);
    if (files.lstat(place) === undefined) return 'free';
    if (!files.stat(place)?.isDirectory()) return 'taken';
  }
  const place = placeIn(host, folder, path);
  const there = files.lstat(place);
  if (there === undefined) return 'free';
  if (isLink(host, place, there)) return files.readlink(place) === target ? 'same' : 'taken';
  if (target !== undefined || !there.isFile()) return 'taken';
  if (there.size === 0) return 'free';
  return isSameFile(host, from, place) ? 'same' : 'taken';
}

function isSameFile({ files }: Host, from: string, place: string): boolean {
  try {
    return files.isEqual(from, place);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function contentAt(
  host: Host,
  place: string,
  path: string,
  isLeft: (path: string) => boolean,
): string | undefined {
  const stat = host.files.lstat(place);
  if (stat === undefined || isLeft(path)) return undefined;
  if (!stat.isDirectory() || isLink(host, place, stat))
    return stat.isFile() && stat.size === 0 ? undefined : path;
  for (const name of host.files.readdir(place)) {
    const found = contentAt(host, host.path.join(place, name), `${path}/${name}`, isLeft);
    if (found !== undefined) return found;
  }
  return undefined;
}
