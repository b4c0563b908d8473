import { ToolsError } from '../../errors/index.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { askingMore } from './asking-more.ts';
import { bring } from './bring.ts';
import { isCurrent, unused } from './change-enabled.ts';
import type { Conflict } from './conflicts.ts';
import { loadPlugins } from './load-plugins.ts';
import { findPlugin, listPlugins, type PluginEntry } from './plugin-entry.ts';
import { readTable } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { forgetFailure } from './remembered-failure.ts';
import { doStampsHold } from './stamps.ts';
import { valuesOf } from './values-of.ts';

/**
 * Everything that is wrong with a plugin, or with all of them. Those that are enabled are loaded or started once, each
 * in its bounds; nothing is changed.
 * @throws ToolsError PLUGIN_NOT_FOUND, PLUGIN_ID_REFUSED
 */
export async function examinePlugins(
  ctx: PluginsContext,
  id: string | undefined,
): Promise<readonly ToolsError[]> {
  const entries = id === undefined ? listPlugins(ctx) : [findPlugin(ctx, id)];
  const isAsked = (one: string) => entries.some((entry) => entry.id === one);
  const loaded = await loadPlugins(ctx, { isHasty: true });
  try {
    const used = loaded.plugins.filter(({ is }) => isAsked(is.id));
    const tried = await Promise.all(
      entries
        .filter(({ state }) => state === 'enabled')
        .map((entry) =>
          problemsOf(
            ctx,
            entry,
            used.find(({ is }) => is.id === entry.id),
          ),
        ),
    );
    const found = [
      ...entries.flatMap(({ problem }) => problem ?? []),
      ...tried.flat(),
      ...loaded.problems.filter(
        ({ message, data }) =>
          isAsked(String((data as { readonly id?: unknown }).id)) &&
          !entries.some(({ problem }) => problem?.message === message),
      ),
      ...loaded.warnings.filter(({ data }) =>
        isAsked(String((data as { readonly plugin?: unknown }).plugin)),
      ),
      ...loaded.conflicts
        .filter(({ winner, losers }) => [winner, ...losers].some(isAsked))
        .map(conflictFound),
      ...askingMore(ctx).filter(({ data }) => isAsked(data.id)),
    ];
    // While something is wrong with a plugin, each start finds out anew what it brings.
    return found.length === 0 ? staleTable(ctx) : found;
  } finally {
    await loaded.close();
  }
}

async function problemsOf(
  ctx: PluginsContext,
  entry: PluginEntry,
  plugin: ActivePlugin | undefined,
): Promise<readonly ToolsError[]> {
  const { found } = entry;
  const isKnown = plugin !== undefined && doStampsHold(ctx.host, plugin.is.stamps);
  const looks = [
    async () => found && valuesOf(ctx, found),
    ...(isKnown
      ? [
          async () => (plugin.is.entry ? plugin.module() : undefined),
          async () => (plugin.is.program ? plugin.program().describe() : undefined),
        ]
      : [async () => found && bring(ctx, found, readTable(ctx)?.plugins ?? [])]),
  ];
  const problems: ToolsError[] = [];
  for (const look of looks) {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      // What was set wrongly keeps a module from being loaded as well.
      if (!problems.some(({ code }) => code === error.code)) problems.push(error);
    }
  }
  if (problems.length === 0) forgetFailure(ctx, entry.id);
  return problems;
}

function conflictFound({ point, name, winner, losers, isTie }: Conflict): ToolsError {
  return new ToolsError('PLUGIN_CONFLICT', { point, name, winner, losers, isTie });
}

/** The next start makes it anew; one that stays so can't be written. */
function staleTable(ctx: PluginsContext): readonly ToolsError[] {
  const table = readTable(ctx);
  const path = ctx.paths.pluginTable;
  if (table === undefined)
    return unused(ctx).map(({ id }) => new ToolsError('PLUGIN_TABLE_GONE', { path, id }));
  const holds = isCurrent(ctx, table) && table.plugins.every(({ stamps }) => doStampsHold(ctx.host, stamps));
  return holds ? [] : [new ToolsError('PLUGIN_TABLE_STALE', { path })];
}
