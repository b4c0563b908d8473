import type { MergeInput } from '../../merge/index.ts';
import { isInside } from '../../platform/index.ts';
import { type AITool, pathRoots } from '../../registry/index.ts';
import { realPath } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { listAccounts } from '../store/account-store.ts';

/**
 * What may never travel: paths of homes, of any account of any tool, and of the tools' own directories; names of
 * what carries a login of this tool. Asked once in a sync, and only where something is merged.
 */
export function unsharedOf(ctx: AccountsContext, tool: AITool): MergeInput['unshared'] {
  const { environment } = tool;
  const inSettings = (environment?.outranksInSettings ?? []).map(({ pointer }) => lastSegment(pointer));
  const names = [...(environment?.outranks ?? []), ...(environment?.apiKey ?? []), ...inSettings];
  return { homes: [...new Set(homesOf(ctx))], names: [...new Set(names)].filter((name) => name !== '') };
}

/** All homes lie in one folder, but for those that were imported and those of the tools themselves. */
function homesOf(ctx: AccountsContext): readonly string[] {
  const { accounts } = ctx.paths;
  const imported = listAccounts(ctx).flatMap(({ account }) =>
    account === undefined || isInside(ctx.host.path, accounts, account.home) ? [] : account.home,
  );
  const homes = [accounts, ...imported, ...ctx.registry.all().flatMap((tool) => systemHomes(ctx, tool))];
  return [...homes, ...homes.flatMap((home) => realPath(ctx.host, home) ?? [])];
}

/** The user's own home is not one of them, though some tools keep their directory in it. */
function systemHomes(ctx: AccountsContext, tool: AITool): readonly string[] {
  const { rootOf } = systemPaths(ctx, tool);
  const { homeDir, path } = ctx.host;
  return pathRoots.map(rootOf).filter((home) => home !== homeDir && !isInside(path, home, homeDir));
}

function lastSegment(pointer: string): string {
  const segment = pointer.slice(pointer.lastIndexOf('/') + 1);
  return segment === '*' ? '' : segment.replaceAll('~1', '/').replaceAll('~0', '~');
}
