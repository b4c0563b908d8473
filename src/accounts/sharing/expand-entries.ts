import type { Host } from '../../platform/index.ts';
import { compareByCodePoint, matchesSegment } from '../../registry/index.ts';
import { namesIn } from '../../state/index.ts';
import { below, placeIn } from './home-facts.ts';
import type { SharedEntry } from './share-plan.ts';

/**
 * The entries by the names that are there, in any of the folders (a home, the shared root), for those that only
 * say how such names look. What is named itself decides over what is meant by a `*` too.
 */
export function expandEntries(
  host: Host,
  entries: readonly SharedEntry[],
  folders: readonly string[],
): readonly SharedEntry[] {
  if (!entries.some(({ path }) => path.includes('*'))) return entries;
  const named = new Set(entries.map(({ path }) => path));
  const expanded = entries.flatMap((entry) => {
    if (!entry.path.includes('*')) return [entry];
    const paths = new Set(folders.flatMap((folder) => pathsLike(host, folder, entry.path)));
    return [...paths].filter((path) => !named.has(path)).map((path) => ({ ...entry, path }));
  });
  return expanded.toSorted((one, other) => compareByCodePoint(one.path, other.path));
}

function pathsLike(host: Host, folder: string, pattern: string): readonly string[] {
  return pattern.split('/').reduce<readonly string[]>(
    (paths, segment) =>
      paths.flatMap((above) =>
        namesIn(host, placeIn(host, folder, above))
          .filter((name) => matchesSegment(segment, name))
          .map((name) => below(above, name)),
      ),
    [''],
  );
}
