import type { Host } from '../../platform/index.ts';

/**
 * What lies in a folder, by its path in it, `/` between names: a link, a folder, or a file with its size and time.
 * @param leftOut names of which nothing is looked at, wherever they lie
 */
export function treeOf(
  host: Host,
  folder: string,
  leftOut: readonly string[] = [],
): ReadonlyMap<string, string> {
  const tree = new Map<string, string>();
  gather(host, folder, '', tree, leftOut);
  return tree;
}

/** Paths that are in the later tree alone, or are something else there, or are gone. */
export function changedPaths(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((path) => before.get(path) !== after.get(path)).sort();
}

/** Whoever writes more than this is found out by the first of it. */
const mostEntries = 10_000;

function gather(
  host: Host,
  folder: string,
  below: string,
  tree: Map<string, string>,
  leftOut: readonly string[],
): void {
  for (const name of namesIn(host, folder)) {
    if (tree.size >= mostEntries) return;
    if (leftOut.includes(name)) continue;
    const place = host.path.join(folder, name);
    const path = below === '' ? name : `${below}/${name}`;
    const stat = host.files.lstat(place);
    if (stat === undefined) continue;
    if (stat.isSymbolicLink()) tree.set(path, 'link');
    else if (stat.isDirectory()) {
      tree.set(path, 'folder');
      gather(host, place, path, tree, leftOut);
    } else tree.set(path, `file ${stat.size} ${stat.mtimeMs}`);
  }
}

function namesIn(host: Host, folder: string): readonly string[] {
  try {
    return host.files.readdir(folder);
  } catch {
    // Gone, or closed to us by whoever made it.
    return [];
  }
}
