import { ToolsError } from '../../errors/index.ts';
import { closestName, compareByCodePoint, foldName } from '../../registry/index.ts';
import { readPluginPackage, requirePluginId } from '../manifest/index.ts';
import { type FoundPlugin, findAt, whyItWaits } from './found-plugin.ts';
import { type PluginKind, type PluginRecord, readRecord, recordNames } from './plugin-record.ts';
import { byTrust, type PluginSource, placeOf, sourcesInSettings, typedPlace } from './plugin-source.ts';
import type { PluginsContext } from './plugins-context.ts';

/** A plugin that there is, whatever state it is in. */
export interface PluginEntry {
  readonly id: string;
  /** null: nobody can say. */
  readonly kind: PluginKind | null;
  readonly version: string | null;
  readonly displayName: string;
  readonly source: PluginSource;
  /** Who else says where a plugin of that id lies, and is trusted less. */
  readonly overrides: readonly PluginSource[];
  /** `waiting`: it was enabled, and asks for something else now. `broken`: see `problem`. */
  readonly state: 'disabled' | 'enabled' | 'waiting' | 'broken';
  readonly problem?: ToolsError;
  /** What was decided about it; absent: nothing yet. */
  readonly record?: PluginRecord;
  /** As it lies there; absent: it can't be read. */
  readonly found?: FoundPlugin;
}

/**
 * Every plugin that there is, sorted by id. Runs nothing of theirs and changes nothing; one that is damaged is in
 * the list with what is wrong with it.
 */
export function listPlugins(ctx: PluginsContext): readonly PluginEntry[] {
  return [...pluginSources(ctx).values()]
    .map((known) => entryOf(ctx, known))
    .toSorted((one, other) => compareByCodePoint(one.id, other.id));
}

/** @throws ToolsError PLUGIN_ID_REFUSED, PLUGIN_NOT_FOUND */
export function findPlugin(ctx: PluginsContext, id: string): PluginEntry {
  const folded = foldName(requirePluginId(id));
  const known = pluginSources(ctx);
  const found = known.get(folded);
  if (found) return entryOf(ctx, found);
  const closest = closestName(
    id,
    [...known.values()].map((each) => each.id),
  );
  throw new ToolsError('PLUGIN_NOT_FOUND', { id, closest });
}

interface KnownPlugin {
  readonly id: string;
  /** Most trusted first; there is one at least. */
  readonly sources: readonly PluginSource[];
  readonly record?: PluginRecord;
  /** plugin.json can't be read. */
  readonly damage?: ToolsError;
}

/** By folded id: who says that there is such a plugin. */
function pluginSources(ctx: PluginsContext): ReadonlyMap<string, KnownPlugin> {
  const known = new Map<string, KnownPlugin>();
  for (const name of recordNames(ctx)) {
    const recorded = recordedIn(ctx, name);
    if (recorded) known.set(name, recorded);
  }
  for (const [id, source] of [...trialSources(ctx), ...settingsSources(ctx)]) {
    const folded = foldName(id);
    const { sources = [], ...rest } = known.get(folded) ?? { id };
    // A record that was made for what the settings name says the same once more.
    const others = sources.filter(({ how }) => how !== source.how);
    known.set(folded, { ...rest, id, sources: [...others, source].toSorted(byTrust) });
  }
  return known;
}

/** undefined: a folder in which nothing was decided. */
function recordedIn(ctx: PluginsContext, name: string): KnownPlugin | undefined {
  const nowhere = { how: 'linked', path: ctx.host.path.join(ctx.paths.plugins, name) } as const;
  try {
    const record = readRecord(ctx, name);
    return record && { id: record.id, sources: [record.source], record };
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    if (error.code === 'PLUGIN_ID_REFUSED') return undefined;
    return { id: name, sources: [nowhere], damage: error };
  }
}

function settingsSources(ctx: PluginsContext): readonly (readonly [string, PluginSource])[] {
  try {
    return [...sourcesInSettings(ctx)].filter(([id]) => isId(id));
  } catch (error) {
    // What is wrong with the settings is told by whoever is asked for one.
    if (error instanceof ToolsError) return [];
    throw error;
  }
}

function trialSources(ctx: PluginsContext): readonly (readonly [string, PluginSource])[] {
  return (ctx.trial?.paths ?? []).flatMap((reference) => {
    const place = placeOf(ctx.host, typedPlace(ctx.host, reference));
    if (!place?.isFolder) return [];
    try {
      const { manifest } = readPluginPackage(ctx.host, place.path);
      return [[manifest.id, { how: 'trial', path: place.path }] as const];
    } catch (error) {
      if (error instanceof ToolsError) return [];
      throw error;
    }
  });
}

function isId(id: string): boolean {
  try {
    return requirePluginId(id) === id;
  } catch (error) {
    if (error instanceof ToolsError) return false;
    throw error;
  }
}

function entryOf(ctx: PluginsContext, { id, sources, record, damage }: KnownPlugin): PluginEntry {
  const [source, ...overrides] = sources as [PluginSource, ...PluginSource[]];
  const known = {
    id,
    kind: record?.kind ?? null,
    version: record?.version ?? null,
    displayName: id,
    source,
    overrides,
    ...(record && { record }),
  };
  try {
    if (damage) throw damage;
    const found = findAt(ctx, id, source, record);
    const { kind, version, displayName } = found;
    const seen = { ...known, kind, version, displayName, source: found.source, found };
    if (source.how === 'trial') return { ...seen, state: 'enabled' };
    if (!record?.enabled) return { ...seen, state: 'disabled' };
    const why = whyItWaits(record, found);
    if (why === undefined) return { ...seen, state: 'enabled' };
    return { ...seen, state: 'waiting', problem: new ToolsError('PLUGIN_WAITS', { id, why }) };
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return { ...known, state: 'broken', problem: error };
  }
}
