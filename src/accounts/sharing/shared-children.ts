import { type AITool, factOf } from '../../registry/index.ts';
import { isLinkTo, isLitterName, lookAt, namesIn, type Place } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { canBeShared, homeDirectories, homeFacts, inOneDirectory, keptFacts, placeIn } from './home-facts.ts';
import { homesNamedIn } from './homes-named.ts';
import type { SharedEntry } from './share-plan.ts';

/** One child of a directory whose children are linked one by one. */
export interface SharedChild {
  readonly path: string;
  /** Where it lies in the home, and where in the shared root. */
  readonly place: string;
  readonly target: string;
  readonly found: Place;
  /** What it is, in the root or else in the home; undefined: nothing that could be linked. */
  readonly kind: 'dir' | 'file' | undefined;
  /** The home has the link that it should have, and it leads to something. */
  readonly isRight: boolean;
  /** Lies below the directory, but is not shared: no fact says so, or paths of a home stand in it. */
  readonly isOwn: boolean;
  /** A file of the root that is about this very home: it came to lie there by a link. */
  readonly isToGiveBack: boolean;
}

/** All that lies in such a directory, in the home or in the root; without what has a way of its own. */
export function childrenOf(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  entry: SharedEntry,
  entries: readonly SharedEntry[],
  folder: string,
): readonly SharedChild[] {
  const { host } = ctx;
  const [above, below] = [placeIn(host, account.home, entry.path), placeIn(host, folder, entry.path)];
  const own = new Set(entries.map(({ path }) => path));
  const { except } = account.sharing;
  const directories =
    except.length === 0
      ? homeDirectories(host, tool)
      : inOneDirectory([...homeFacts(host, tool), ...keptFacts(except)]);
  const names = new Set(
    [...namesIn(host, above), ...namesIn(host, below)].filter((name) => !isLitterName(name)),
  );
  return [...names].sort().flatMap((name) => {
    const path = `${entry.path}/${name}`;
    if (own.has(path)) return [];
    const [place, target] = [host.path.join(above, name), host.path.join(below, name)];
    const found = lookAt(host, place);
    const fact = factOf({ directories }, path);
    const shared = host.files.stat(target);
    const stat = shared ?? host.files.stat(place);
    const kind = stat?.isDirectory() ? 'dir' : stat?.isFile() ? 'file' : undefined;
    const isRight = shared !== undefined && isLinkTo(host, found, target);
    const isShared = fact !== undefined && fact.class === 'shared' && canBeShared(fact);
    // Of the home's own, and of what the root has under that name.
    const files = isShared && kind === 'file' ? [...(found.state === 'real' ? [place] : []), target] : [];
    const named = files.flatMap((file) => homesNamedIn(ctx, account, file));
    const isToGiveBack = isRight && named.includes('own') && !named.includes('other');
    const isOwn = !isShared || named.length > 0;
    return [{ path, place, target, found, kind, isRight, isOwn, isToGiveBack }];
  });
}
