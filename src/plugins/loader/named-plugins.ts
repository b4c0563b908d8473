import { ToolsError } from '../../errors/index.ts';
import { readPluginPackage } from '../manifest/index.ts';
import { type FoundPlugin, packaged } from './found-plugin.ts';
import type { PluginsContext } from './plugins-context.ts';
import { projectSource } from './project-sources.ts';

/** What the file of a repository names as a plugin. */
export interface NamedPlugin {
  /** As the file says it. */
  readonly name: string;
  readonly found?: FoundPlugin;
  /** Why it can't be used. */
  readonly problem?: ToolsError;
}

/** For whoever is asked to trust the file. Nothing of them is run. @param file by its real name */
export function namedPlugins(
  ctx: PluginsContext,
  file: string,
  names: readonly string[],
): readonly NamedPlugin[] {
  return names.map((name) => {
    const { how, path, problem } = projectSource(ctx, file, name);
    try {
      if (problem) throw problem;
      return { name, found: packaged(ctx, readPluginPackage(ctx.host, path), { how, path }) };
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      return { name, problem: error };
    }
  });
}
