import {
  type AccountsContext,
  canLieAtOrBelow,
  isMerged,
  type SharedEntry,
  sharePlan,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type PathFact, rootMarks } from '../registry/index.ts';
import type { Book } from './book.ts';
import { type HomeMap, homeMap } from './home-map.ts';
import type { KeyRing } from './key-ring.ts';
import { proveMergedFile } from './prove-merged-file.ts';
import type { RootFolder } from './root-folders.ts';
import type { Territories } from './territories.ts';
import { type Walked, walk } from './walk.ts';

/** What the proofs about a shared root go by. */
export interface RootView {
  readonly book: Book;
  readonly ring: KeyRing;
  readonly territories: Territories;
  /** `device:inode` of what only one account may have, and where it lies there. */
  readonly own: ReadonlyMap<string, string>;
}

/**
 * What lies in a shared root is what the plan names, and no way leads from it to anybody's own. Names are looked
 * at everywhere, contents only of files that are merged.
 */
export function proveRoot(ctx: AccountsContext, root: RootFolder, view: RootView): void {
  const { host } = ctx;
  const { book } = view;
  const map = homeMap(host, root.tool);
  const plan = sharePlan(host, root.tool);
  const onGap = (what: string, why: string): void =>
    book.gap(['noSecretShared', 'nothingPrivateShared', 'nothingUnknownShared'], { what, why });
  walk<'open' | 'known'>(
    host,
    root.folder,
    'open',
    (entry, state) => {
      if (rootMarks.includes(entry.path)) return undefined;
      book.count('nothingUnknownShared');
      proveWays(root, entry, view);
      if (state === 'known') return 'known';
      const path = ownNameOf(entry.path);
      const what = strangeness(map, plan, path, entry);
      if (what !== undefined) {
        const claim =
          what === 'unknown' || what === 'unplanned' ? 'nothingUnknownShared' : 'nothingPrivateShared';
        book.found(claim, new ToolsError('SHARED_BY_MISTAKE', { tool: root.tool.id, path: entry.at, what }));
        return undefined;
      }
      const merged = plan.find(
        (each) => each.path === path || (each.path.includes('*') && canLieAtOrBelow(path, each.path)),
      );
      if (merged && isMerged(merged) && entry.stats.isFile())
        proveMergedFile(ctx, { tool: root.tool.id, at: entry.at, fact: merged.fact, how: merged.how }, view);
      return map.hasFactsBelow(path) ? 'open' : 'known';
    },
    onGap,
  );
}

/** A write of ours that was cut off leaves a file beside the one that it was for; a tool locks a file beside it. */
function ownNameOf(path: string): string {
  return path.replace(/(^|\/)\.([^/]+)\.[a-z0-9]{8}\.tmp$/, '$1$2').replace(/\.lock$/, '');
}

/** Why it may not lie there; undefined: it may. */
function strangeness(
  map: HomeMap,
  plan: readonly SharedEntry[],
  path: string,
  { stats }: Walked,
): 'identity' | 'disposable' | 'unknown' | 'unplanned' | 'homePaths' | undefined {
  const fact: PathFact | undefined = map.factOf(path);
  if (fact === undefined) return stats.isDirectory() && map.hasFactsBelow(path) ? undefined : 'unknown';
  if (fact.class === 'identity' || fact.class === 'disposable') return fact.class;
  if (fact.holdsAbsolutePaths) return 'homePaths';
  return plan.some((entry) => canLieAtOrBelow(path, entry.path)) ? undefined : 'unplanned';
}

/** A link, or a second name of the same file, that makes an account's own reachable for all. */
function proveWays(
  root: RootFolder,
  { at, stats, isLink }: Walked,
  { book, territories, own }: RootView,
): void {
  if (isLink) {
    const real = territories.realOf(at);
    const stranger = real === undefined ? undefined : territories.strangersAt(real, [root.folder]);
    if (real !== undefined && stranger)
      book.found(
        'noSecretShared',
        new ToolsError('LINK_LEADS_ASTRAY', { path: at, to: real, whose: stranger.name }),
      );
  } else if (stats.isFile() && stats.nlink > 1) {
    const same = own.get(`${stats.dev}:${stats.ino}`);
    if (same !== undefined)
      book.found(
        'noSecretShared',
        new ToolsError('LINK_LEADS_ASTRAY', { path: at, to: same, whose: 'one account' }),
      );
  }
}
