import { type AITool, factOf, type PathRoot, type Retention } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { canBeShared, homeDirectories, homePathOf, placeIn } from '../sharing/home-facts.ts';
import { type SharedEntry, sharePlan } from '../sharing/share-plan.ts';
import { namesOf } from './names-of.ts';

/** A directory that could become a link in the tool's own directory. */
export interface Candidate {
  /** Its home path. */
  readonly path: string;
  /** Relative to the tool's directory of that root. */
  readonly file: string;
  readonly root?: PathRoot;
  readonly guards: readonly string[];
  readonly retention: readonly Retention[];
}

/**
 * The directories that accounts share as links, and the children of those that have to be real. Files are none: what
 * is merged for accounts would have two writers here. Nor is what lies in the user's home directory itself.
 */
export function candidatesOf(ctx: AccountsContext, tool: AITool, root: string): readonly Candidate[] {
  const { host } = ctx;
  const plan = sharePlan(host, tool);
  const system = systemPaths(ctx, tool);
  return plan
    .filter(({ path, fact }) => fact.kind === 'directory' && !path.includes('*'))
    .filter(({ fact }) => system.rootOf(fact.root) !== host.homeDir)
    .filter(({ fact }) => host.files.stat(system.rootOf(fact.root))?.isDirectory())
    .flatMap((entry) => {
      if (entry.how === 'link') return [candidateOf(ctx, tool, entry, entry.path)];
      return entry.how === 'children' ? childrenOf(ctx, tool, root, entry) : [];
    });
}

function candidateOf(ctx: AccountsContext, tool: AITool, entry: SharedEntry, path: string): Candidate {
  const { fact, guards, retention } = entry;
  // The home path of the directory that the fact is about is where all that lies below it begins.
  const file = fact.path + path.slice(homePathOf(ctx.host, tool, fact.path, fact.root).length);
  return { path, file, ...(fact.root && { root: fact.root }), guards, retention };
}

/** Directories in it, on either side, that have no way of their own and are shared. */
function childrenOf(
  ctx: AccountsContext,
  tool: AITool,
  root: string,
  entry: SharedEntry,
): readonly Candidate[] {
  const { host, paths } = ctx;
  const mine = systemPaths(ctx, tool).fileOf(candidateOf(ctx, tool, entry, entry.path));
  if (!host.files.lstat(mine)?.isDirectory()) return [];
  const theirs = placeIn(host, paths.sharedFolder(tool.id, root), entry.path);
  const own = new Set(sharePlan(host, tool).map(({ path }) => path));
  const directories = homeDirectories(host, tool);
  return [mine, theirs]
    .flatMap((folder) => namesOf(host, folder).filter((name) => isFolder(ctx, folder, name)))
    .filter((name, nth, all) => all.indexOf(name) === nth)
    .map((name) => `${entry.path}/${name}`)
    .filter((path) => {
      const fact = own.has(path) ? undefined : factOf({ directories }, path);
      return fact?.class === 'shared' && canBeShared(fact);
    })
    .sort()
    .map((path) => candidateOf(ctx, tool, entry, path));
}

function isFolder({ host }: AccountsContext, folder: string, name: string): boolean {
  return host.files.lstat(host.path.join(folder, name))?.isDirectory() === true;
}
