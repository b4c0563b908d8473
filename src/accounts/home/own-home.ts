import { ToolsError } from '../../errors/index.ts';
import { isInside } from '../../platform/index.ts';
import { type AITool, rootsOf } from '../../registry/index.ts';
import { realPath } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf, ourFolderOf } from '../store/account-file.ts';
import { targetOf } from './assert-value.ts';
import { pathsIn, systemPaths } from './home-paths.ts';

/**
 * An account's directory is that account's alone, wherever account.json or a link leads: what a launch or a login
 * changes in it would else be changed in a tool's own directory, or in another account.
 * @throws ToolsError ACCOUNT_HOME_FOREIGN
 */
export function requireOwnHome(ctx: AccountsContext, tool: AITool, account: StoredAccount): void {
  const problem = foreignHome(ctx, tool, account);
  if (problem) throw problem;
}

/** ACCOUNT_HOME_FOREIGN, or nothing. */
export function foreignHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): ToolsError | undefined {
  const { id, label, home } = account;
  const whose = ownerOf(ctx, tool, account);
  if (whose === undefined) return undefined;
  const path = accountFileOf(ctx, tool.id, id);
  return new ToolsError('ACCOUNT_HOME_FOREIGN', { tool: tool.id, label, home, whose, path });
}

/** Whom a directory belongs to that can't be the account's; undefined: nobody else. */
function ownerOf(ctx: AccountsContext, tool: AITool, { id, home }: StoredAccount): string | undefined {
  const { host, paths } = ctx;
  const real = realOf(ctx, home);
  const folder = realOf(ctx, paths.accountFolder(tool.id, id));
  if (host.path.dirname(real) === folder && host.path.basename(real).startsWith('home')) return undefined;
  return whoseDirectory(ctx, tool, home);
}

/** Whom a directory belongs to that no account of the tool may have; undefined: it is free, or another account's. */
export function whoseDirectory(ctx: AccountsContext, tool: AITool, home: string): string | undefined {
  const { host, paths } = ctx;
  const real = realOf(ctx, home);
  if (covers(ctx, real, realOf(ctx, host.homeDir))) return "the user's home directory";
  if (covers(ctx, real, realOf(ctx, paths.root))) return 'our own folder';
  if (isInside(host.path, realOf(ctx, paths.root), real)) return 'our own folder, or another account';
  // A copy of our folder still names the directories of the original.
  if (ourFolderOf(host, host.path.dirname(real)) !== undefined) return 'an account of another folder of ours';
  const other = ctx.registry.all().find((each) => isDefaultOf(ctx, each, tool, home));
  return other && `${other.displayName}'s own directory`;
}

/** `directory` is `other`, or `other` lies in it. */
export function covers({ host }: AccountsContext, directory: string, other: string): boolean {
  return directory === other || isInside(host.path, directory, other);
}

/** The home lies in a default directory of `other`, or, of the same tool, any directory of both is one. */
function isDefaultOf(ctx: AccountsContext, other: AITool, tool: AITool, home: string): boolean {
  const theirs = systemPaths(ctx, other);
  const config = realOf(ctx, theirs.rootOf('config'));
  const real = realOf(ctx, home);
  if (covers(ctx, config, real) || covers(ctx, real, config)) return true;
  return other.id === tool.id && isSystemHome(ctx, tool, home);
}

/** The home is one of the tool's own default directories, or given it the tool would use one of them. */
export function isSystemHome(ctx: AccountsContext, tool: AITool, home: string): boolean {
  const [ours, theirs] = [pathsIn(ctx.host, tool, home), systemPaths(ctx, tool)];
  return rootsOf(tool).some((root) =>
    [home, ours.rootOf(root)].some((path) => realOf(ctx, path) === realOf(ctx, theirs.rootOf(root))),
  );
}

/** The home was imported: it lies where its owner put it, and stays there. */
export function liesElsewhere(ctx: AccountsContext, { tool, id, home }: StoredAccount): boolean {
  return !isInside(ctx.host.path, realOf(ctx, ctx.paths.accountFolder(tool, id)), realOf(ctx, home));
}

/**
 * Where a file of an imported home leads that its owner has linked to elsewhere: what lies there others have, too, and
 * is not ours to write. undefined: it is the home's own, or a link of ours.
 */
export function ownersLink(ctx: AccountsContext, account: StoredAccount, path: string): string | undefined {
  const { host, paths } = ctx;
  if (!host.files.lstat(path)?.isSymbolicLink() || !liesElsewhere(ctx, account)) return undefined;
  const to = targetOf(host, path);
  const real = realOf(ctx, to);
  const isOurs =
    covers(ctx, realOf(ctx, account.home), real) || isInside(host.path, realOf(ctx, paths.root), real);
  return isOurs ? undefined : to;
}

/** What is not there yet has no links in it. */
export function realOf({ host }: AccountsContext, path: string): string {
  return realPath(host, path) ?? path;
}
