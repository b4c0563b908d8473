import { foldName } from '../../registry/index.ts';
import { requirePluginId } from '../manifest/index.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * plugins/<folded id>: what we know of a plugin, what it keeps, what its user set.
 * @throws ToolsError PLUGIN_ID_REFUSED: an id can't lead anywhere else
 */
export function pluginFolder({ host, paths }: Pick<PluginsContext, 'host' | 'paths'>, id: string): string {
  return host.path.join(paths.plugins, foldName(requirePluginId(id)));
}
