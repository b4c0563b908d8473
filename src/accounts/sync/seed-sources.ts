import { errnoOf } from '../../platform/index.ts';
import { type AITool, factOf } from '../../registry/index.ts';
import { isLink } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { type HomePaths, systemPaths } from '../home/home-paths.ts';
import { expandEntries } from '../sharing/expand-entries.ts';
import { canBeShared, canLieAtOrBelow, homeDirectories, homePathOf, placeIn } from '../sharing/home-facts.ts';
import { homesNamedIn } from '../sharing/homes-named.ts';
import { isMerged, type SharedEntry, sharePlan } from '../sharing/share-plan.ts';
import { isDatabase } from './is-database.ts';
import { seedLink } from './seed-link.ts';

/** A file or a link of the tool's own directory that accounts may share as it is. */
export interface SeedFile {
  /** Relative to a home and to the shared root, `/` between segments. */
  readonly path: string;
  readonly from: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** For a link: what it has to say in the root. */
  readonly target?: string;
}

/** A file of which accounts share a part, or which they merge. */
export interface SeedDocument {
  readonly entry: SharedEntry;
  readonly from: string;
}

export interface LeftOut {
  readonly path: string;
  /**
   * `database`: two programs that write it in two places can't be made one; `link`: it leads to what is the tool's
   * own; `special`: it is no file; `unreadable`: it can't be read; `changing`: somebody goes on writing it;
   * `inUse`: the root has an empty one, which an account that runs may have open; `homePath`: paths of the tool's
   * own directory stand in it; `taken`: accounts have another one there, which stays.
   */
  readonly why: 'database' | 'link' | 'special' | 'unreadable' | 'changing' | 'inUse' | 'homePath' | 'taken';
}

export interface SeedSources {
  readonly files: readonly SeedFile[];
  readonly documents: readonly SeedDocument[];
  readonly leftOut: readonly LeftOut[];
}

/** What of the tool's own directory accounts could share. Only looks. */
export function seedSources(ctx: AccountsContext, tool: AITool, root: string): SeedSources {
  const system = systemPaths(ctx, tool);
  const entries = systemEntries(ctx, tool, system);
  // A lock that somebody holds over there is held by nobody here.
  const guards = entries.flatMap(({ entry }) => entry.guards);
  const own = new Set(entries.filter(({ entry }) => isMerged(entry)).map(({ entry }) => entry.path));
  const directories = homeDirectories(ctx.host, tool);
  const isOwn = (path: string): boolean => {
    const fact = factOf({ directories }, path);
    return fact?.class !== 'shared' || fact.secret === true || !canBeShared(fact);
  };
  const hasOwnWay = (path: string) => own.has(path) || guards.some((guard) => canLieAtOrBelow(path, guard));
  const found = { files: new Map<string, SeedFile>(), leftOut: new Map<string, LeftOut>() };
  for (const { entry, from } of entries.filter((each) => !isMerged(each.entry))) {
    // Below a directory that is one link all is shared, whatever its name.
    const isLeft = (path: string) => hasOwnWay(path) || (entry.how === 'children' && isOwn(path));
    const home = system.rootOf(entry.fact.root);
    const isApart = entry.how === 'children';
    const isOfHome = (file: string) =>
      isApart && ctx.host.path.dirname(file) === from && homesNamedIn(ctx, { home }, file).length > 0;
    gather({ ctx, system, root, isLeft, isOfHome, found }, { path: entry.path, from });
  }
  return {
    files: [...found.files.values()],
    documents: entries.filter(({ entry, from }) => isMerged(entry) && isThere(ctx, from)),
    leftOut: [...found.leftOut.values()],
  };
}

function isThere({ host }: AccountsContext, path: string): boolean {
  return host.files.stat(path)?.isFile() ?? false;
}

/** Each entry by the names that are there, and where it lies: not as in a home. */
function systemEntries(ctx: AccountsContext, tool: AITool, system: HomePaths): readonly SeedDocument[] {
  const { host } = ctx;
  const plan = sharePlan(host, tool);
  const roots = [...new Set(plan.map(({ fact }) => fact.root ?? 'config'))];
  return roots.flatMap((root) => {
    const above = homePathOf(host, tool, '', root);
    const below = plan
      .filter(({ fact }) => (fact.root ?? 'config') === root)
      .map((entry) => ({ ...entry, path: entry.path.slice(above.length) }));
    return expandEntries(host, below, [system.rootOf(root)]).map((entry) => ({
      entry: { ...entry, path: `${above}${entry.path}` },
      from: system.fileOf({ file: entry.path, root }),
    }));
  });
}

interface Gathering {
  readonly ctx: AccountsContext;
  readonly system: HomePaths;
  /** The folder that it is copied to. */
  readonly root: string;
  /** Is not to be copied, or not from here. */
  readonly isLeft: (path: string) => boolean;
  /** Is a file of one home, by what stands in it. */
  readonly isOfHome: (file: string) => boolean;
  readonly found: { readonly files: Map<string, SeedFile>; readonly leftOut: Map<string, LeftOut> };
}

function gather(gathering: Gathering, top: { readonly path: string; readonly from: string }): void {
  const { ctx, system, root, isLeft, isOfHome, found } = gathering;
  const { host } = ctx;
  const leaveOut = (path: string, why: LeftOut['why']) => void found.leftOut.set(path, { path, why });
  // Dotfiles: a whole directory of the tool's that is kept elsewhere. What is in it is copied.
  const start = host.files.stat(top.from) === undefined ? top.from : host.files.realpath(top.from);
  const visit = (path: string, from: string): void => {
    const stat = host.files.lstat(from);
    if (stat === undefined || isLeft(path)) return;
    if (isLink(host, from, stat)) {
      const target = seedLink(ctx, {
        system,
        from,
        top: start,
        to: placeIn(host, root, top.path),
      });
      if (target === undefined) leaveOut(path, 'link');
      else found.files.set(path, { path, from, size: 0, mtimeMs: stat.mtimeMs, target });
    } else if (stat.isDirectory())
      for (const name of host.files.readdir(from)) attempt(`${path}/${name}`, host.path.join(from, name));
    else if (!stat.isFile()) leaveOut(path, 'special');
    else if (isDatabase(host, from)) leaveOut(path, 'database');
    else if (isOfHome(from)) leaveOut(path, 'homePath');
    else found.files.set(path, { path, from, size: stat.size, mtimeMs: stat.mtimeMs });
  };
  const attempt = (path: string, from: string): void => {
    try {
      visit(path, from);
    } catch (error) {
      if (errnoOf(error) === undefined) throw error;
      leaveOut(path, 'unreadable');
    }
  };
  attempt(top.path, start);
}
