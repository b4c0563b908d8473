import { withJournal } from '../../accounts/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import {
  type ConfigChange,
  readConfig,
  requireConfigChange,
  type StoredConfig,
  writeConfig,
} from '../config/index.ts';
import type { PluginEntry } from './plugin-entry.ts';
import { pluginFolder } from './plugin-folder.ts';
import type { PluginsContext } from './plugins-context.ts';

/**
 * Changes what the user has set for a plugin. The journal knows what was there before, but for what is sensitive.
 * @throws ToolsError as writeConfig
 */
export async function configurePlugin(
  ctx: PluginsContext,
  { id, found }: Pick<PluginEntry, 'id' | 'found'>,
  change: ConfigChange,
): Promise<StoredConfig> {
  const schema = found?.package?.configSchema;
  const folder = pluginFolder(ctx, id);
  requireConfigChange({ id, schema }, change);
  const stored = readConfig(ctx.host, folder, schema);
  const keys = [change.set, change.refer]
    .flatMap((part) => Object.keys(part ?? {}))
    .concat(change.unset ?? []);
  const isShown = (key: string) =>
    !stored.sensitive.includes(key) && !schema?.fields.some((field) => field.key === key && field.sensitive);
  const before: Readonly<Record<string, JsonValue>> = Object.fromEntries(
    keys.filter(isShown).map((key) => [key, stored.values[key] ?? null]),
  );
  const after = Object.fromEntries(Object.keys(before).map((key) => [key, change.set?.[key] ?? null]));
  const what = {
    name: id,
    keys: keys.join(','),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    isWhole: keys.every(isShown),
  };
  return withJournal(ctx, { verb: 'plugin config', tool: null, account: null, what }, async () => {
    const written = await writeConfig(ctx, { id, folder, schema }, change);
    return written.after;
  });
}
