import { type Host, isInside } from '../../platform/index.ts';
import { childEnvironment } from '../../process/index.ts';
import type { AccountsContext } from '../context.ts';
import { relocationOf } from './relocation.ts';

/** Our environment as the user made it: what we set in an outer run is put back. */
export function userEnvironment(ctx: AccountsContext): Readonly<Record<string, string>> {
  return childEnvironment({
    platform: ctx.host.platform,
    base: ctx.host.env,
    own: [],
    borrowed: borrowedNames(ctx),
    isOurs: isOurValue(ctx),
    sessionMarkers: [],
    outranks: [],
    keep: [],
    set: {},
  }).env;
}

/** Variables that belong to one tool alone, of all tools. */
export function ownNames(ctx: AccountsContext): readonly string[] {
  return ctx.registry.all().flatMap((tool) => {
    const names = Object.keys(relocationOf(tool).own ?? {});
    return tool.configDirEnvVar === null || names.includes(tool.configDirEnvVar)
      ? names
      : [...names, tool.configDirEnvVar];
  });
}

/** Variables that others use too, of all tools. */
export function borrowedNames(ctx: AccountsContext): readonly string[] {
  return [...new Set(ctx.registry.all().flatMap((tool) => Object.keys(relocationOf(tool).borrowed ?? {})))];
}

/** A value that leads into our folder was made by us, whoever passed it on. */
export function isOurValue(ctx: AccountsContext): (name: string, value: string) => boolean {
  return isOurValueIn(ctx.host.path, ourFolders(ctx));
}

/** Folders in which everything was made by us. */
export function ourFolders({ paths }: AccountsContext): readonly string[] {
  return [paths.accounts, paths.installations];
}

export function isOurValueIn(
  path: Host['path'],
  folders: readonly string[],
): (name: string, value: string) => boolean {
  return (_, value) => path.isAbsolute(value) && folders.some((folder) => isInside(path, folder, value));
}
