import { askForSecret, noExtensions } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import { readConfig, requireConfig } from '../config/index.ts';
import type { FoundPlugin } from './found-plugin.ts';
import { moduleLimits } from './module-limits.ts';
import { pluginFolder } from './plugin-folder.ts';
import type { PluginsContext } from './plugins-context.ts';
import { valuesOf } from './values-of.ts';

/**
 * What the user set for a plugin, as it is given to its code: what is kept elsewhere is asked for, and kept nowhere. No
 * plugin is asked: it could be waiting for this one. What is sensitive is shown nowhere from then on, whoever says it.
 * @throws ToolsError PLUGIN_SECRET_UNRESOLVED, SECRET_REF_UNUSABLE, and as valuesOf, before anybody is asked
 */
export async function valuesWithSecrets(
  ctx: PluginsContext,
  plugin: Pick<FoundPlugin, 'id' | 'package'>,
): Promise<Readonly<Record<string, JsonValue>>> {
  const values = await valuesOf(ctx, plugin);
  const { id, package: found } = plugin;
  const schema = found?.configSchema;
  const { references, sensitive } = readConfig(ctx.host, pluginFolder(ctx, id), schema);
  for (const key of sensitive) if (typeof values[key] === 'string') ctx.hide?.(values[key]);
  if (!schema || Object.keys(references).length === 0) return values;
  const secrets: Record<string, string> = {};
  for (const [key, reference] of Object.entries(references))
    secrets[key] = await secretOf(ctx, { id, key, reference });
  for (const secret of Object.values(secrets)) ctx.hide?.(secret);
  return requireConfig(id, schema, { ...values, ...secrets });
}

async function secretOf(
  { host, paths, builtIns, tell }: PluginsContext,
  { id, key, reference }: { readonly id: string; readonly key: string; readonly reference: string },
): Promise<string> {
  const ctx = { host, paths, registry: builtIns, extensions: noExtensions, tell };
  const answer = await askForSecret(ctx, reference, {
    asking: `plugin:${id}:${key}`,
    waiting: `waiting for ${key} of the plugin "${id}" from where it is kept`,
    // As long as a plugin may take to set itself up.
    patienceMs: moduleLimits.setupMs,
  });
  if ('text' in answer) return answer.text;
  throw new ToolsError('PLUGIN_SECRET_UNRESOLVED', { plugin: id, key, ...answer });
}
