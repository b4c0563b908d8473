import { errnoOf, type Host, type Stats } from '../platform/index.ts';
import { compareByCodePoint } from '../registry/index.ts';
import { isLink } from '../state/index.ts';

/** Something that lies below a folder. */
export interface Walked {
  /** Below the folder, `/` between segments. */
  readonly path: string;
  readonly name: string;
  /** Absolute. */
  readonly at: string;
  readonly stats: Stats;
  readonly isLink: boolean;
}

/**
 * Everything below a folder by name, its content never opened and no link followed. `visit` answers what a
 * directory's children are visited with; undefined: they are left alone.
 */
export function walk<State>(
  host: Host,
  folder: string,
  first: State,
  visit: (entry: Walked, state: State) => State | undefined,
  onGap: (path: string, why: string) => void,
): void {
  const left: { at: string; path: string; state: State }[] = [{ at: folder, path: '', state: first }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { at: parent, path: way, state } = next;
    for (const name of namesIn(host, parent, onGap)) {
      const at = host.path.join(parent, name);
      const entry = entryOf(host, { at, name, path: way === '' ? name : `${way}/${name}` }, onGap);
      const below = entry && visit(entry, state);
      if (below !== undefined && entry?.stats.isDirectory() && !entry.isLink)
        left.push({ at, path: entry.path, state: below });
    }
  }
}

function namesIn(host: Host, folder: string, onGap: (path: string, why: string) => void): readonly string[] {
  try {
    return [...host.files.readdir(folder)].sort(compareByCodePoint);
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    if (cause !== 'ENOENT') onGap(folder, cause);
    return [];
  }
}

function entryOf(
  host: Host,
  place: Pick<Walked, 'at' | 'name' | 'path'>,
  onGap: (path: string, why: string) => void,
): Walked | undefined {
  try {
    const stats = host.files.lstat(place.at);
    return stats && { ...place, stats, isLink: isLink(host, place.at, stats) };
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    onGap(place.at, cause);
    return undefined;
  }
}
