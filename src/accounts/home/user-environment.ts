import { type Host, isInside } from '../../platform/index.ts';
import { childEnvironment, markerVariable, readVariable } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import { relocationOf } from './relocation.ts';

/** What tells variables of ours from those of the user. */
export type VariablesContext = Pick<AccountsContext, 'host' | 'paths' | 'registry' | 'isAdded'>;

/** Our environment as the user made it: what we set in an outer run is put back. */
export function userEnvironment(ctx: VariablesContext): Readonly<Record<string, string>> {
  return madeByUser(ctx, ctx.host.env);
}

/** So much of it as these variables. No other is looked at. */
export function userVariables(
  ctx: VariablesContext,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const { env, platform } = ctx.host;
  return madeByUser(
    ctx,
    Object.fromEntries([...names, markerVariable].map((name) => [name, readVariable(platform, env, name)])),
  );
}

function madeByUser(ctx: VariablesContext, base: Host['env']): Readonly<Record<string, string>> {
  return childEnvironment({
    platform: ctx.host.platform,
    base,
    own: [],
    borrowed: borrowedNames(ctx),
    isOurs: isOurValue(ctx),
    sessionMarkers: [],
    outranks: [],
    keep: [],
    set: {},
  }).env;
}

/**
 * Variables that belong to one tool alone, of all tools. What a tool that was added says of variables is for its own
 * launches: for others they are variables of the user, or of another tool.
 */
export function ownNames(ctx: AccountsContext, tool: AITool): readonly string[] {
  return ctx.registry
    .all()
    .filter(({ id }) => id === tool.id || !isAdded(ctx, id))
    .flatMap(ownNamesOf);
}

/** Variables that others use too, of all tools; and those of tools that were added, which are put back where they are ours. */
export function borrowedNames(ctx: VariablesContext): readonly string[] {
  const names = ctx.registry
    .all()
    .flatMap((tool) => [
      ...Object.keys(relocationOf(tool).borrowed ?? {}),
      ...(isAdded(ctx, tool.id) ? ownNamesOf(tool) : []),
    ]);
  return [...new Set(names)];
}

/** Marks of an outer session, of all tools, in the same way. */
export function sessionMarkers(ctx: AccountsContext, tool: AITool): readonly string[] {
  return ctx.registry
    .all()
    .filter(({ id }) => id === tool.id || !isAdded(ctx, id))
    .flatMap(({ environment }) => environment?.sessionMarkers ?? []);
}

function ownNamesOf(tool: AITool): readonly string[] {
  const names = Object.keys(relocationOf(tool).own ?? {});
  return tool.configDirEnvVar === null || names.includes(tool.configDirEnvVar)
    ? names
    : [...names, tool.configDirEnvVar];
}

function isAdded(ctx: VariablesContext, id: string): boolean {
  return ctx.isAdded?.(id) ?? false;
}

/** A value that leads into our folder was made by us, whoever passed it on. */
export function isOurValue(ctx: VariablesContext): (name: string, value: string) => boolean {
  return isOurValueIn(ctx.host.path, ourFolders(ctx));
}

/** Folders in which everything was made by us. */
export function ourFolders({ paths }: VariablesContext): readonly string[] {
  return [paths.accounts, paths.installations];
}

export function isOurValueIn(
  path: Host['path'],
  folders: readonly string[],
): (name: string, value: string) => boolean {
  return (_, value) => path.isAbsolute(value) && folders.some((folder) => isInside(path, folder, value));
}
