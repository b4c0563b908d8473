import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { lookAt, namesIn, treeSize } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { expandEntries } from './expand-entries.ts';
import { placeIn } from './home-facts.ts';
import { isMerged, type SharedEntry, sharedEntries } from './share-plan.ts';
import { childrenOf } from './shared-children.ts';

/** What would be moved into the shared root if an account shared from now on. */
export interface DrainPreview {
  readonly moves: readonly { readonly path: string; readonly files: number; readonly bytes: number }[];
  /** Files that lie in the root with another content: the root's stays, the home's is kept for 30 days. */
  readonly conflicts: readonly string[];
  /** Files that are merged. */
  readonly merges: readonly string[];
}

/** Looks at a home as it lies there; `account` says what it is to share. Nothing is changed. */
export function previewDrain(ctx: AccountsContext, tool: AITool, account: StoredAccount): DrainPreview {
  const { host, paths } = ctx;
  const folder = paths.sharedFolder(tool.id, account.root);
  const entries = expandEntries(host, sharedEntries(host, tool, account), [account.home, folder]);
  const ways = entries
    .flatMap((entry) => waysOf(ctx, tool, account, { entry, entries, folder }))
    .filter((way) => !isSharedItself(host, way));
  const isThere = (path: string) => host.files.stat(placeIn(host, account.home, path)) !== undefined;
  return {
    moves: ways.map(({ path, from }) => ({ path, ...treeSize(host, from) })).filter(({ files }) => files > 0),
    conflicts: ways.flatMap((way) => conflictsIn(ctx, way)),
    merges: entries.filter((entry) => isMerged(entry) && isThere(entry.path)).map(({ path }) => path),
  };
}

interface Way {
  /** Home path. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** What lies in the home, and is no link, where one is to be. */
function waysOf(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  asked: { readonly entry: SharedEntry; readonly entries: readonly SharedEntry[]; readonly folder: string },
): readonly Way[] {
  const { host } = ctx;
  const { entry, entries, folder } = asked;
  if (isMerged(entry)) return [];
  if (entry.how === 'children')
    return childrenOf(ctx, tool, account, entry, entries, folder)
      .filter(({ isOwn, found }) => !isOwn && found.state === 'real')
      .map(({ path, place, target }) => ({ path, from: place, to: target }));
  const from = placeIn(host, account.home, entry.path);
  const isReal = lookAt(host, from).state === 'real';
  return isReal ? [{ path: entry.path, from, to: placeIn(host, folder, entry.path) }] : [];
}

/** Behind a link of a directory above it. */
function isSharedItself({ files }: Host, { from, to }: Way): boolean {
  const [mine, theirs] = [files.stat(from), files.stat(to)];
  return mine !== undefined && mine.dev === theirs?.dev && mine.ino === theirs.ino;
}

function conflictsIn(ctx: AccountsContext, { path, from, to }: Way): readonly string[] {
  const { files } = ctx.host;
  const [mine, theirs] = [files.lstat(from), files.stat(to)];
  if (!mine || !theirs) return [];
  if (mine.isDirectory() && theirs.isDirectory())
    return namesIn(ctx.host, from).flatMap((name) =>
      conflictsIn(ctx, {
        path: `${path}/${name}`,
        from: ctx.host.path.join(from, name),
        to: ctx.host.path.join(to, name),
      }),
    );
  if (!mine.isFile() || !theirs.isFile()) return [path];
  return files.isEqual(from, to) ? [] : [path];
}
