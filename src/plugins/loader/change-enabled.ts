import { quietly } from '../../accounts/index.ts';
import { ensureFolder, ensureLayout, removeTree, withLock } from '../../state/index.ts';
import { listPlugins, type PluginEntry } from './plugin-entry.ts';
import { byTrust } from './plugin-source.ts';
import { type PluginTable, readTable, type TablePlugin, writeTable } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { doStampsHold, stampsNow } from './stamps.ts';

/**
 * Changes which plugins are enabled, while nobody else does. The table is void while the records change: whoever is cut
 * off in between leaves one that is made anew from them, by the next start.
 * @param change tells what the plugin brings from now on; `next` undefined: nothing. `isVoid`: who starts next finds out
 * @throws ToolsError BUSY, those of writing, and what `change` throws
 */
export async function changeEnabled<Result>(
  ctx: PluginsContext,
  id: string,
  change: () => Promise<{
    readonly next?: TablePlugin;
    readonly isVoid?: boolean;
    readonly result: Result;
  }>,
): Promise<Result> {
  ensureLayout(ctx.host, ctx.paths);
  ensureFolder(ctx.host, ctx.paths.plugins);
  const file = ctx.paths.pluginTable;
  return withLock(
    ctx.host,
    file,
    'the plugins',
    async ({ assertOurs }) => {
      const table = readTable(ctx);
      const isUsable = table ? isCurrent(ctx, table) : unused(ctx).length === 0;
      const plugins = table?.plugins ?? [];
      // Before anybody is asked which plugins there are.
      const stamps = table?.stamps ?? stampsNow(ctx.host, [ctx.paths.settings]);
      writeTable(ctx, { by: '', stamps: {}, plugins }, assertOurs);
      const { next, isVoid, result } = await change();
      if (!isUsable || isVoid) return result;
      const others = plugins.filter((plugin) => plugin.id !== id);
      const all = sorted(next ? [...others, next] : others);
      // It is done by now. A table that can't be written stays void, and is made anew.
      quietly(() => {
        if (all.length === 0) removeTree(ctx.host, file);
        else writeTable(ctx, { by: ctx.version, stamps, plugins: all }, assertOurs);
      });
      return result;
    },
    { tell: ctx.tell },
  );
}

/** Plugins that are enabled and that no table knows, because it was taken away: nothing of them is used. */
export function unused(ctx: PluginsContext): readonly PluginEntry[] {
  if (readTable(ctx)) return [];
  return listPlugins(ctx).filter(({ source, record }) => source.how !== 'trial' && record?.enabled);
}

export function isInUse(ctx: PluginsContext, { id }: PluginEntry): boolean {
  return !unused(ctx).some((entry) => entry.id === id);
}

/** The order in which what they bring counts. */
export function sorted(plugins: readonly TablePlugin[]): readonly TablePlugin[] {
  return plugins.toSorted((one, other) => byTrust(one.source, other.source) || (one.id < other.id ? -1 : 1));
}

/** Whether what it says of itself still holds; its plugins are looked at one by one. */
export function isCurrent(ctx: PluginsContext, { by, stamps }: PluginTable): boolean {
  return by === ctx.version && doStampsHold(ctx.host, stamps);
}
