import { ToolsError } from '../../errors/index.ts';
import { closestName, compareByCodePoint, foldName } from '../../registry/index.ts';
import { readPluginPackage, requirePluginId } from '../manifest/index.ts';
import { type FoundPlugin, findAt, whyItWaits } from './found-plugin.ts';
import { type PluginKind, type PluginRecord, readRecord, recordNames } from './plugin-record.ts';
import { byTrust, type PluginSource, placeOf, sourcesInSettings, typedPlace } from './plugin-source.ts';
import type { PluginsContext } from './plugins-context.ts';
import { type ProjectSource, projectSources } from './project-sources.ts';

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
    .filter(({ sources }) => sources.length > 0)
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
  /** Most trusted first. None: it is that of a repository, and counts in another directory. */
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
  const projects = projectSources(ctx);
  for (const source of projects) addProject(ctx, known, source);
  // What was agreed to there is looked for there, whatever calls itself something else in its place by now.
  for (const [name, each] of known) {
    const { record, sources } = each;
    const its = projects.find(({ path, named }) => [path, named].includes(record?.source.path ?? ''));
    if (sources.length === 0 && its)
      known.set(name, { ...each, sources: [{ how: its.how, path: its.path }] });
  }
  return known;
}

/** Beside whoever says so already: it counts where nobody else does. */
function addProject(ctx: PluginsContext, known: Map<string, KnownPlugin>, project: ProjectSource): void {
  const id = projectId(ctx, project);
  if (id === undefined) return;
  const source = { how: project.how, path: project.path };
  const { record, sources, ...rest } = known.get(foldName(id)) ?? { id, sources: [] };
  if (sources.length > 0) {
    known.set(foldName(id), { ...rest, ...(record && { record }), sources: [...sources, source] });
    return;
  }
  // What was decided, and set, for one that lies elsewhere is not for this one.
  const isIts = !record || [project.path, project.named].includes(record.source.path);
  const damage = isIts
    ? project.problem
    : new ToolsError('PLUGIN_ALREADY_THERE', { id: record.id, path: record.source.path });
  const own = { id, sources: [source], ...(damage && { damage }) };
  known.set(foldName(id), isIts && record ? { ...own, record } : own);
}

/** undefined: it is none, and nothing calls it anything. */
function projectId(ctx: PluginsContext, { path, named, problem }: ProjectSource): string | undefined {
  try {
    if (problem === undefined) return readPluginPackage(ctx.host, path).manifest.id;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
  }
  const called = ctx.host.path.basename(named);
  return isId(called) ? called : undefined;
}

/** undefined: a folder in which nothing was decided. */
function recordedIn(ctx: PluginsContext, name: string): KnownPlugin | undefined {
  const nowhere = { how: 'linked', path: ctx.host.path.join(ctx.paths.plugins, name) } as const;
  try {
    const record = readRecord(ctx, name);
    const sources = record?.source.how === 'project' ? [] : record && [record.source];
    return record && sources && { id: record.id, sources, record };
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
  const [first, ...overrides] = sources;
  // Only a record says that there is one that nobody names here.
  const source = first ?? (record as PluginRecord).source;
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
    if (!first) throw new ToolsError('PLUGIN_ELSEWHERE', { id, path: source.path });
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
