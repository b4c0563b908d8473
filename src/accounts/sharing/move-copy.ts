import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type Host } from '../../platform/index.ts';
import { copyFile, ensureFolder, keepConflict, moveToTrash, removeEmpty } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { stampOf } from './copied-files.ts';
import type { CopiedFile } from './copy-manifest.ts';
import type { CopyLeaf, HashedFile } from './decide-copies.ts';
import { pathsTo } from './home-facts.ts';
import type { SharedRoot } from './shared-root.ts';

/** What a merge of a directory that is copied, because no link can be made, did. Home paths. */
export interface MergedCopies {
  readonly pushed: readonly string[];
  readonly pulled: readonly string[];
  /** Where both changed: where the home's copy lies; in the home is the root's now. */
  readonly conflicts: readonly { readonly path: string; readonly kept: string }[];
  /** Gone from one side, and too many at once to be believed: nothing of them was deleted. */
  readonly held: readonly { readonly path: string; readonly isNew: boolean }[];
  /** Links, sockets, pipes and devices: not copied. */
  readonly skipped: readonly string[];
}

export interface FolderMerge {
  readonly account: Pick<StoredAccount, 'tool' | 'id' | 'label' | 'home'>;
  readonly root: SharedRoot;
  /** The home path of the directory. */
  readonly path: string;
  /** The home may be written. */
  readonly pull: boolean;
  /** What is gone is gone, however much it is. */
  readonly accept: boolean;
  /** @throws ToolsError LOCK_LOST */
  readonly assertOurs: () => void;
}

export interface Moving {
  readonly ctx: AccountsContext;
  readonly merge: FolderMerge;
  readonly folders: Readonly<Record<Side, string>>;
  readonly done: {
    readonly pushed: string[];
    readonly pulled: string[];
    readonly conflicts: { path: string; kept: string }[];
  };
}

type Side = 'home' | 'shared';

/** Does what was decided about one file. @returns what is in step about it afterwards */
export function moveCopy(moving: Moving, leaf: CopyLeaf): CopiedFile | undefined {
  const { home, shared, base, move } = leaf;
  if (move === 'agree') return home && shared && { hash: home.hash, home: home.stamp, shared: shared.stamp };
  const writesHome = move === 'pull' || move === 'lose' || move === 'deleteHome';
  if (move === 'hold' || move === 'stay' || (writesHome && !moving.merge.pull)) return base;
  if (move === 'push') return home && push(moving, leaf, home);
  if (move === 'deleteShared') return shared && discard(moving, 'shared', shared, base);
  if (move === 'deleteHome') return home && discard(moving, 'home', home, base);
  if (move === 'lose' && !lose(moving, leaf.way)) return base;
  return shared && pull(moving, leaf, shared);
}

function push(moving: Moving, leaf: CopyLeaf, home: HashedFile): CopiedFile | undefined {
  const { ctx, merge, folders, done } = moving;
  // A folder where the home has a file, or a file where it has a folder: the root's wins.
  if (obstacle(moving, 'shared', leaf.way) !== undefined) {
    if (merge.pull) lose(moving, leaf.way);
    return leaf.base;
  }
  const to = ctx.host.path.join(folders.shared, leaf.way);
  if (!copy(moving, home, leaf.shared, to)) return leaf.base;
  done.pushed.push(`${merge.path}/${leaf.way}`);
  return inStep(moving, leaf.way, home.hash);
}

function pull(moving: Moving, leaf: CopyLeaf, shared: HashedFile): CopiedFile | undefined {
  const { ctx, merge, folders, done } = moving;
  const inTheWay = obstacle(moving, 'home', leaf.way);
  if (inTheWay !== undefined) lose(moving, inTheWay);
  const home = leaf.move === 'lose' ? undefined : leaf.home;
  if (!copy(moving, shared, home, ctx.host.path.join(folders.home, leaf.way))) return leaf.base;
  done.pulled.push(`${merge.path}/${leaf.way}`);
  return inStep(moving, leaf.way, shared.hash);
}

/** False: one of the two has changed since it was looked at, and nothing was done. */
function copy({ ctx, merge }: Moving, from: HashedFile, there: HashedFile | undefined, to: string): boolean {
  const { host } = ctx;
  const beforeCommit = () => {
    merge.assertOurs();
    if (isAsFound(ctx, from.place, from) && isAsFound(ctx, to, there)) return;
    throw changed;
  };
  try {
    if (!isAsFound(ctx, from.place, from)) return false;
    ensureFolder(host, host.path.dirname(to));
    copyFile(host, from.place, to, { beforeCommit });
    return true;
  } catch (error) {
    if (error === changed) return false;
    throw error;
  }
}

const changed = new Error('changed meanwhile');

function isAsFound({ host }: AccountsContext, place: string, file: HashedFile | undefined): boolean {
  const stat = host.files.lstat(place);
  return (stat && stampOf(stat)) === file?.stamp;
}

/** What both sides have now, as just written. */
function inStep({ ctx, folders }: Moving, way: string, hash: string): CopiedFile | undefined {
  const { files, path } = ctx.host;
  const [home, shared] = [
    files.lstat(path.join(folders.home, way)),
    files.lstat(path.join(folders.shared, way)),
  ];
  return home && shared && { hash, home: stampOf(home), shared: stampOf(shared) };
}

/** Keeps what lies there in the home as a conflict. False: nothing does any more. */
function lose({ ctx, merge, folders, done }: Moving, way: string): boolean {
  const from = ctx.host.path.join(folders.home, way);
  if (ctx.host.files.lstat(from) === undefined) return false;
  const path = `${merge.path}/${way}`;
  done.conflicts.push({
    path,
    kept: keepConflict(ctx.host, ctx.paths, noteOf(merge, path, 'both changed'), { from }),
  });
  return true;
}

function discard(
  moving: Moving,
  side: Side,
  file: HashedFile,
  base: CopiedFile | undefined,
): CopiedFile | undefined {
  const { ctx, merge, folders } = moving;
  if (!isAsFound(ctx, file.place, file)) return base;
  merge.assertOurs();
  try {
    moveToTrash(ctx.host, ctx.paths, file.place, `${merge.account.tool}#${merge.account.label}`);
  } catch (error) {
    // The trash is on another disk than an account that was imported.
    if (!(error instanceof ToolsError) || errnoOf(error.cause) !== 'EXDEV') throw error;
    const path = `${merge.path}/${ctx.host.path.relative(folders[side], file.place)}`;
    keepConflict(ctx.host, ctx.paths, noteOf(merge, path, 'deleted elsewhere'), { from: file.place });
  }
  removeEmptyAbove(ctx.host, file.place, folders[side]);
  return undefined;
}

function removeEmptyAbove(host: Host, place: string, folder: string): void {
  const above = host.path.dirname(place);
  if (above !== folder && removeEmpty(host, above)) removeEmptyAbove(host, above, folder);
}

/** The first part of the way that is not what it would have to be for a file to lie at its end. */
function obstacle({ ctx, folders }: Moving, side: Side, way: string): string | undefined {
  const { files, path } = ctx.host;
  return pathsTo(way).find((part) => {
    const stat = files.lstat(path.join(folders[side], part));
    return stat !== undefined && stat.isDirectory() === (part === way);
  });
}

function noteOf({ account }: FolderMerge, path: string, why: string) {
  return { tool: account.tool, account: account.id, path, why };
}
