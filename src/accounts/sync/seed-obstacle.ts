import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { isLink } from '../../state/index.ts';
import { expandEntries } from '../sharing/expand-entries.ts';
import { canLieAtOrBelow, placeIn } from '../sharing/home-facts.ts';
import { isMerged, sharePlan } from '../sharing/share-plan.ts';

/**
 * The path of something in a root that a seed could not be merged with; undefined: what is shared as a directory or
 * as one file is not there, or empty. Files that are merged are in nobody's way, nor are locks: a seed has none.
 */
export function obstacleIn(host: Host, tool: AITool, folder: string): string | undefined {
  const entries = expandEntries(host, sharePlan(host, tool), [folder]);
  const guards = entries.flatMap((entry) => entry.guards);
  const merged = new Set(entries.filter(isMerged).map(({ path }) => path));
  const isLeft = (path: string) => merged.has(path) || guards.some((guard) => canLieAtOrBelow(path, guard));
  for (const { path } of entries.filter((entry) => !isMerged(entry))) {
    const found = contentAt(host, placeIn(host, folder, path), path, isLeft);
    if (found !== undefined) return found;
  }
  return undefined;
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
