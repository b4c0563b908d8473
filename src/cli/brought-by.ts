import { type ActivePlugin, loadPlugins, type PluginEntry } from '../plugins/index.ts';
import type { CliContext } from './cli-context.ts';

/** What a plugin that is enabled brings, as it was found out; undefined: it is not enabled. Runs nothing of it. */
export async function broughtBy(
  context: CliContext,
  { id }: PluginEntry,
): Promise<ActivePlugin['is'] | undefined> {
  const loaded = await loadPlugins(context.plugins(), { isHasty: true });
  try {
    return loaded.plugins.find(({ is }) => is.id === id)?.is;
  } finally {
    await loaded.close();
  }
}

/** The ids of the tools that it brings, or would, as far as its manifest says. */
export async function toolsOf(context: CliContext, entry: PluginEntry): Promise<readonly string[]> {
  const brought = await broughtBy(context, entry);
  return (brought?.descriptors ?? entry.found?.package?.descriptors ?? []).map(({ id }) => id);
}
