import { listAccounts } from '../accounts/index.ts';
import { type ActivePlugin, loadPlugins, type PluginEntry } from '../plugins/index.ts';
import type { CliContext } from './cli-context.ts';
import { countInWords } from './sizes.ts';

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

/** For whoever takes a plugin away: accounts of the tools that it brings stay, and nobody knows how to start them. */
export async function leftWithout(context: CliContext, entry: PluginEntry): Promise<readonly string[]> {
  const brought = await broughtBy(context, entry);
  const tools = brought?.descriptors ?? entry.found?.package?.descriptors ?? [];
  return tools.flatMap(({ id }) => {
    const count = listAccounts(context.state(), id).length;
    if (count === 0) return [];
    const what = countInWords(count, 'account', 'accounts');
    return [`until a plugin brings ${id} again, ${what} of it can't be started; nothing of that is changed`];
  });
}
