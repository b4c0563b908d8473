import { ensureFolder, lookAt, namesIn, removeTree } from '../../state/index.ts';
import { type Assembling, keep } from './assembly.ts';
import { canLieAtOrBelow, placeIn } from './home-facts.ts';
import { isIntoRoot } from './root-link.ts';
import type { SharedEntry } from './share-plan.ts';

/** Home paths that were linked once, and of which nothing is shared by what the descriptor says now. */
export function strayPaths(linked: ReadonlySet<string>, planned: readonly SharedEntry[]): readonly string[] {
  const shared = new Set(planned.map(({ path }) => path));
  return [...linked].filter(
    (path) => !shared.has(path) && !planned.some((entry) => canLieAtOrBelow(path, entry.path)),
  );
}

/**
 * Links of ours to what is not shared any more go, once nothing lives in the home: what a tool writes there now is
 * the account's own. What accounts gathered stays in the root.
 */
export function partStrays(assembling: Assembling, planned: readonly SharedEntry[]): void {
  const { ctx, account, isQuiet, linkedPaths, done } = assembling;
  const { host } = ctx;
  for (const path of strayPaths(linkedPaths, planned)) {
    const place = placeIn(host, account.home, path);
    const links = linksAt(assembling, place);
    if (links.length === 0) continue;
    if (!isQuiet()) {
      keep(assembling, path, 'busy');
      continue;
    }
    const isFolder = host.files.stat(place)?.isDirectory() === true;
    for (const link of links) removeTree(host, link);
    if (isFolder) ensureFolder(host, place);
    done.parted.push(path);
  }
}

/** It itself, or those in it. */
function linksAt({ ctx: { host }, root }: Assembling, place: string): readonly string[] {
  const places =
    lookAt(host, place).state === 'link'
      ? [place]
      : namesIn(host, place).map((name) => host.path.join(place, name));
  return places.filter((each) => isIntoRoot(host, root, each));
}
