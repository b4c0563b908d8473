import type { AITool } from '../../registry/index.ts';
import { isLinkTo, lookAt } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { expandEntries } from './expand-entries.ts';
import { placeIn } from './home-facts.ts';
import { everLinked } from './linked-paths.ts';
import { canLinkFiles } from './mirrored-children.ts';
import { isIntoRoot } from './root-link.ts';
import { isMerged, type SharedEntry, sharedEntries } from './share-plan.ts';
import { childrenOf } from './shared-children.ts';
import { strayPaths } from './stray-links.ts';

/**
 * Whether `assembleHome` would find nothing to do: each link is there and leads to something. Copies have to be
 * looked at each time, and so are never done. As cheap as can be: it is asked before and after each run.
 */
export function isAssembled(ctx: AccountsContext, tool: AITool, account: StoredAccount): boolean {
  const folder = ctx.paths.sharedFolder(account.tool, account.root);
  const planned = sharedEntries(ctx.host, tool, account);
  const linked = everLinked(ctx, account);
  if (strayPaths(linked, planned).length > 0) return false;
  const entries = expandEntries(ctx.host, planned, [account.home, folder]);
  return entries.every((entry) => isInPlace(ctx, tool, account, { entry, entries, folder, linked }));
}

interface Asked {
  readonly entry: SharedEntry;
  readonly entries: readonly SharedEntry[];
  readonly folder: string;
  /** What is known to be a link of ours, or to hold some. */
  readonly linked: ReadonlySet<string>;
}

function isInPlace(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { entry, entries, folder, linked }: Asked,
): boolean {
  const { host } = ctx;
  const place = placeIn(host, account.home, entry.path);
  if (isMerged(entry)) return !isIntoRoot(host, { folder }, place);
  if (entry.how === 'link') {
    const found = lookAt(host, place);
    // A file that nobody has written yet is nowhere, and needs no link.
    if (found.state === 'absent' && entry.fact.kind === 'file' && entry.fact.format !== 'text')
      return host.files.stat(placeIn(host, folder, entry.path)) === undefined;
    const isRight = isLinkTo(host, found, placeIn(host, folder, entry.path));
    return isRight && linked.has(entry.path) && host.files.stat(place) !== undefined;
  }
  if (!linked.has(entry.path) || lookAt(host, place).state !== 'real') return false;
  return childrenOf(ctx, tool, account, entry, entries, folder).every((child) => {
    if (child.isOwn) return !isIntoRoot(host, { folder }, child.place);
    const canBeLink = child.kind === 'dir' || (child.kind === 'file' && canLinkFiles(host));
    if (child.isRight || (!canBeLink && child.found.state !== 'link')) return true;
    const isShared = host.files.lstat(child.target) !== undefined;
    return child.found.state === 'link' && !isShared && !isIntoRoot(host, { folder }, child.place);
  });
}
