import { type AccountsContext, bindingFilesHere, noExtensions } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { isInside } from '../../platform/index.ts';
import { type PluginSource, placeOf } from './plugin-source.ts';
import type { PluginsContext } from './plugins-context.ts';

/** A plugin that the file of a repository names. It is there at and below the directory of that file, no further. */
export interface ProjectSource extends PluginSource {
  readonly how: 'project';
  /** Absolute: what the file means, whatever lies there. `path` is where that really leads. */
  readonly named: string;
  /** Why nothing of it counts. */
  readonly problem?: ToolsError;
}

/**
 * What the trusted files here and above name, the nearest first. Of one that is not understood nobody says so here:
 * whoever chooses an account does.
 */
export function projectSources(ctx: PluginsContext): readonly ProjectSource[] {
  const { host, paths, builtIns: registry, tell } = ctx;
  const state: AccountsContext = { host, paths, registry, extensions: noExtensions, tell };
  try {
    return bindingFilesHere(state).flatMap((file) =>
      // A link to a file that is trusted elsewhere names nothing here.
      file.state === 'trusted' && placeOf(host, file.path)?.path === file.path
        ? file.says.plugins.map((name) => projectSource(ctx, file.path, name))
        : [],
    );
  } catch (error) {
    if (error instanceof ToolsError) return [];
    throw error;
  }
}

/** @param file by its real name */
export function projectSource(
  { host }: Pick<PluginsContext, 'host'>,
  file: string,
  name: string,
): ProjectSource {
  const directory = host.path.dirname(file);
  const named = host.path.join(directory, name);
  const place = placeOf(host, named);
  const source = { how: 'project', named, path: place?.path ?? named } as const;
  if (!place) return source;
  const unusable = (problem: string): ProjectSource => ({
    ...source,
    problem: new ToolsError('PLUGIN_PROJECT_UNUSABLE', { path: named, file, problem }),
  });
  if (!isInside(host.path, directory, place.path))
    return unusable('it leads out of the directory of the file');
  return place.isFolder ? source : unusable('it is no folder with a package.json');
}

/** Whether it is what one of them names, wherever that leads by now. */
export function isNamedIn(here: readonly ProjectSource[], { path }: Pick<PluginSource, 'path'>): boolean {
  return here.some((source) => source.path === path || source.named === path);
}
