import { type ConfigField, type PluginEntry, pluginFolder, readConfig } from '../plugins/index.ts';
import type { CliContext } from './cli-context.ts';
import { type ListedConfig, listedConfig } from './listed-config.ts';

/** What a plugin lets its user set, and what was set. */
export interface PluginConfig {
  /** None where its manifest can't be read: then what was set can be seen and taken away. */
  readonly fields: readonly ConfigField[];
  readonly settings: readonly ListedConfig[];
}

/** @throws ToolsError STATE_DAMAGED and those of reading */
export function configOf(
  context: CliContext,
  { id, found }: Pick<PluginEntry, 'id' | 'found'>,
): PluginConfig {
  const schema = found?.package?.configSchema;
  const ctx = context.plugins();
  const fields = schema?.fields ?? [];
  const stored = readConfig(ctx.host, pluginFolder(ctx, id), schema);
  return { fields, settings: listedConfig(fields, stored) };
}

/** Something has to be set, and is not. */
export function lacksSettings(context: CliContext, entry: PluginEntry): boolean {
  return configOf(context, entry).settings.some(
    ({ required, isSet, default: fallback }) => required && !isSet && fallback === null,
  );
}
