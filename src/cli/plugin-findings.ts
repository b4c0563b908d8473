import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';

/**
 * What is wrong with plugins, for whoever looks at everything: damage of ours as it is, and how much more `plugin
 * doctor` would tell. Costs one look where there never was a plugin.
 */
export async function pluginFindings(context: CliContext): Promise<readonly ToolsError[]> {
  const { host, paths } = context.state('unchecked');
  if (host.files.lstat(paths.plugins) === undefined) return [];
  const { examinePlugins } = await import('../plugins/index.ts');
  try {
    const found = await examinePlugins(context.plugins(), undefined);
    const damages = found.filter(({ exit }) => exit === 6);
    const count = found.length - damages.length;
    return [...damages, ...(count === 0 ? [] : [new ToolsError('PLUGINS_UNSOUND', { count })])];
  } catch (error) {
    // What keeps our folder from being read is found by whoever looks at that.
    if (error instanceof ToolsError) return [];
    throw error;
  }
}
