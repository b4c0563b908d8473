import { ToolsError } from '../errors/index.ts';
import { errnoOf, expandHome } from '../platform/index.ts';
import type { AITool, PathRoot } from '../registry/index.ts';
import type { AccountsContext } from './context.ts';
import { pathsIn } from './home/home-paths.ts';
import { covers, isSystemHome, realOf, whoseDirectory } from './home/own-home.ts';
import { relocationOf } from './home/relocation.ts';
import { cleanPath } from './home/templates.ts';
import { listAccounts } from './store/account-store.ts';

/**
 * The home that a directory is, as the tool would be given it: people name the tool's own directory, also where the
 * tool is given the one above it. A link stays the name of what it leads to.
 * @throws ToolsError IMPORT_UNUSABLE, IMPORT_IS_SYSTEM, IMPORT_BELONGS, IMPORT_NOTHING_THERE
 */
export function importedHome(
  ctx: AccountsContext,
  tool: AITool,
  from: string,
  known?: readonly KnownHome[],
): string {
  const { host } = ctx;
  const named = cleanPath(host, host.path.resolve(host.cwd, expandHome(host, from)));
  requireReadable(ctx, tool, from, named);
  const homes = possibleHomes(ctx, tool, named);
  if (homes.some((home) => isSystemHome(ctx, tool, home)))
    throw new ToolsError('IMPORT_IS_SYSTEM', { tool: tool.id, from });
  const looked = tracesOf(tool);
  const home = homes.find((each) => looked.length === 0 || hasTrace(ctx, tool, each, looked));
  const whose = [home ?? named].flatMap(
    (each) => whoseDirectory(ctx, tool, each) ?? homeHolder(ctx, each, known) ?? [],
  );
  if (whose[0] !== undefined)
    throw new ToolsError('IMPORT_BELONGS', { tool: tool.id, from, whose: whose[0] });
  if (home !== undefined) return home;
  throw new ToolsError('IMPORT_NOTHING_THERE', {
    tool: tool.id,
    from,
    looked: looked.map(({ file }) => file),
  });
}

function requireReadable({ host }: AccountsContext, tool: AITool, from: string, path: string): void {
  const problem = problemOf(() => {
    // Of a variable that is not set: never the directory that one happens to be in.
    if (from === '') return 'no directory was named';
    const stat = host.files.stat(path);
    if (!stat) return 'there is no such directory';
    if (!stat.isDirectory()) return 'it is not a directory';
    host.files.readdir(path);
    return undefined;
  });
  if (problem !== undefined) throw new ToolsError('IMPORT_UNUSABLE', { tool: tool.id, from, problem });
}

function problemOf(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    return `it can't be read (${cause})`;
  }
}

/** The directory itself, or the one above of which it is the tool's own part. */
function possibleHomes({ host }: AccountsContext, tool: AITool, named: string): readonly string[] {
  const { configDir = '', roots = {} } = relocationOf(tool);
  const inside = [configDir, ...Object.values(roots)].filter((path) => path !== '');
  const above = inside
    .map((path) => host.path.sep + path.split('/').join(host.path.sep))
    .filter((end) => named.endsWith(end) && named.length > end.length)
    .map((end) => named.slice(0, -end.length));
  return [...new Set([named, ...above])];
}

interface Trace {
  readonly file: string;
  readonly root?: PathRoot;
}

/** What tells a directory of the tool from any other: files and directories that every one of them gets. */
function tracesOf(tool: AITool): readonly Trace[] {
  const mixed = (tool.directories ?? []).flatMap(({ path, root, class: kind }) =>
    kind === 'mixed' ? [{ file: path, ...(root && { root }) }] : [],
  );
  const sessions = tool.sessionSubdirectories.map((file) => ({ file }));
  const traces: readonly Trace[] = [...(tool.login ?? []), ...(tool.identity ?? []), ...mixed, ...sessions];
  return [
    ...new Map(traces.map(({ file, root }) => [`${root} ${file}`, { file, ...(root && { root }) }])).values(),
  ];
}

function hasTrace({ host }: AccountsContext, tool: AITool, home: string, traces: readonly Trace[]): boolean {
  const paths = pathsIn(host, tool, home);
  return traces.some((trace) => host.files.lstat(paths.fileOf(trace)) !== undefined);
}

/** Whose a directory is. */
export interface KnownHome {
  /** `tool#label` */
  readonly whose: string;
  /** Where it really lies. */
  readonly real: string;
}

/** The homes of all accounts, of every tool. */
export function knownHomes(ctx: AccountsContext): readonly KnownHome[] {
  return listAccounts(ctx).flatMap(({ tool, account }) =>
    account ? [{ whose: `${tool}#${account.label}`, real: realOf(ctx, account.home) }] : [],
  );
}

/** The account whose home it is, lies in, or holds. */
export function homeHolder(
  ctx: AccountsContext,
  home: string,
  homes: readonly KnownHome[] = knownHomes(ctx),
): string | undefined {
  const own = realOf(ctx, home);
  return homes.find(({ real }) => covers(ctx, own, real) || covers(ctx, real, own))?.whose;
}
