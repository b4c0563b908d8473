import type { JsonValue } from '../../registry/index.ts';
import { readConfig, requireConfig } from '../config/index.ts';
import type { FoundPlugin } from './found-plugin.ts';
import { pluginFolder } from './plugin-folder.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * What the user set for a plugin, checked, with its defaults. What is only referred to is not asked for.
 * @throws ToolsError PLUGIN_CONFIG_INVALID, STATE_DAMAGED and those of reading
 */
export function valuesOf(
  ctx: PluginsContext,
  { id, package: found }: Pick<FoundPlugin, 'id' | 'package'>,
): Readonly<Record<string, JsonValue>> {
  const schema = found?.configSchema;
  if (!schema) return {};
  const { values, references } = readConfig(ctx.host, pluginFolder(ctx, id), schema);
  return requireConfig(id, schema, values, { mayLack: Object.keys(references) });
}
