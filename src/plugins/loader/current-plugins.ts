import { ToolsError } from '../../errors/index.ts';
import { foldName } from '../../registry/index.ts';
import { withLock } from '../../state/index.ts';
import { bring } from './bring.ts';
import { isCurrent, sorted } from './change-enabled.ts';
import { mayRefuseStarts } from './may-refuse-starts.ts';
import { listPlugins, type PluginEntry } from './plugin-entry.ts';
import { filesOf } from './plugin-files.ts';
import { type PluginTable, readTable, type TablePlugin, writeTable } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { orRememberedFailure } from './remembered-failure.ts';
import { doStampsHold, type Stamps, stampsNow, takeStamps } from './stamps.ts';
import { isOfProject, usedElsewhere, usedHere } from './used-here.ts';

/** What a plugin brings, as far as that could be found out. */
export interface CurrentPlugin {
  readonly is: TablePlugin;
  readonly problem?: ToolsError;
}

export interface CurrentPlugins {
  /** How the files lay that say which plugins there are, before any was looked at. */
  readonly stamps: Stamps;
  readonly plugins: readonly CurrentPlugin[];
  /** Of plugins of which nothing is used. */
  readonly problems: readonly ToolsError[];
  /** Some are used in directories of their own alone: elsewhere it is others. */
  readonly dependsOnPlace: boolean;
}

/**
 * The plugins that are enabled. What has changed since the table was made is found out anew, and noted there; one that
 * fails at that is as it was, with a problem. `isHasty`: nothing is found out, and what the table says is taken for true.
 */
export async function currentPlugins(
  ctx: PluginsContext,
  { isHasty = false }: { readonly isHasty?: boolean } = {},
): Promise<CurrentPlugins> {
  const read = stampsNow(ctx.host, [ctx.paths.pluginTable]);
  const table = readTable(ctx);
  if (table === undefined) return { plugins: [], problems: [], stamps: read, dependsOnPlace: false };
  const used = usedHere(ctx, table.plugins);
  if (isHasty || (isCurrent(ctx, table) && used.every((is) => doStampsHold(ctx.host, is.stamps))))
    return {
      plugins: isHasty ? withWaiting(ctx, used) : used.map((is) => ({ is })),
      problems: [],
      stamps: { ...read, ...table.stamps },
      dependsOnPlace: table.plugins.some(isOfProject),
    };
  // Before anybody is asked which plugins there are: what changes meanwhile is found out by the next.
  const stamps = await takeStamps(ctx.host, [ctx.paths.settings]);
  const found = await findOut(ctx, { ...table, plugins: used });
  const elsewhere = usedElsewhere(ctx, table);
  const kept = await keep(ctx, table, { ...found, stamps, elsewhere });
  const dependsOnPlace = [...found.plugins.map(({ is }) => is), ...elsewhere].some(isOfProject);
  return { ...found, stamps: { ...read, ...kept, ...stamps }, dependsOnPlace };
}

/** In haste, too, nothing runs of what changed in its repository and was not agreed to since. */
function withWaiting(ctx: PluginsContext, used: readonly TablePlugin[]): readonly CurrentPlugin[] {
  const isChanged = (is: TablePlugin) => isOfProject(is) && !doStampsHold(ctx.host, is.stamps);
  const entries = used.some(isChanged) ? listPlugins(ctx) : [];
  return used.map((is) => {
    const { problem } = (isChanged(is) && entries.find(({ id }) => id === is.id)) || {};
    return problem ? { is, problem } : { is };
  });
}

async function findOut(
  ctx: PluginsContext,
  table: PluginTable,
): Promise<Pick<CurrentPlugins, 'plugins' | 'problems'> & { isWhole: boolean }> {
  const enabled = listPlugins(ctx).filter((entry) => entry.source.how !== 'trial' && mayBeEnabled(entry));
  // All at once: one that hangs is waited for no longer than any other.
  const found = await Promise.all(enabled.map((entry) => currentOf(ctx, table, entry)));
  const plugins = found.flatMap((each) => (each instanceof ToolsError ? [] : [each]));
  const problems = found.flatMap((each) => (each instanceof ToolsError ? [each] : []));
  return {
    plugins: sorted(plugins.map(({ is }) => is)).map(
      (is) => plugins.find((plugin) => plugin.is === is) as CurrentPlugin,
    ),
    problems,
    isWhole: problems.length === 0 && plugins.every(({ problem }) => problem === undefined),
  };
}

/** Whose record can't be read is enabled for all that anybody knows: it is told, and a guard among them says no. */
function mayBeEnabled({ record, problem }: PluginEntry): boolean {
  return record ? record.enabled : problem?.exit === 6;
}

async function currentOf(
  ctx: PluginsContext,
  table: PluginTable,
  entry: PluginEntry,
): Promise<CurrentPlugin | ToolsError> {
  const before = table.plugins.find(({ id }) => foldName(id) === foldName(entry.id));
  const { found, problem, state } = entry;
  // A guard that can't be asked is a guard that says no: what it would be asked for fails. Unless nobody ever agreed to it.
  const unusable = (error: ToolsError) => {
    if (entry.record && !entry.record.confirmed) return error;
    const is = before ? withoutTools(before) : guardIn(entry);
    return is ? { is, problem: error } : error;
  };
  if (state === 'waiting' && problem) return unusable(problem);
  const isSame = before !== undefined && found !== undefined && before.source.path === found.source.path;
  if (isSame && table.by === ctx.version && doStampsHold(ctx.host, before.stamps)) return { is: before };
  try {
    if (!found) throw problem;
    const stamps = stampsNow(ctx.host, filesOf(ctx, found));
    const ask = () => bring(ctx, found, table.plugins);
    return { is: await orRememberedFailure(ctx, entry.id, stamps, ask) };
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return unusable(error);
  }
}

/** Where no table says what it brought: whoever was allowed to refuse starts may have done so. */
function guardIn({ id, source, record }: PluginEntry): TablePlugin | undefined {
  const { kind, version } = record ?? {};
  if (!mayRefuseStarts(record ?? {}) || kind === undefined) return undefined;
  const nothing = { permissions: [], manifest: null, entry: null, program: null, stamps: {} };
  const points = [{ point: 'runHook', priority: 0, order: 0 }] as const;
  return { id, kind, version: version ?? null, source, ...nothing, descriptors: [], points, commands: [] };
}

/** What can't be asked now brings no tools, for what they are by now nobody can say. */
function withoutTools(is: TablePlugin): TablePlugin {
  return { ...is, descriptors: [], commands: [] };
}

/**
 * Only ever saves work: where somebody else is at it, or the disk refuses, the next start finds out the same.
 * @returns how the table lies that says it; nothing where none does
 */
async function keep(
  ctx: PluginsContext,
  before: PluginTable,
  found: {
    readonly plugins: readonly CurrentPlugin[];
    readonly isWhole: boolean;
    readonly stamps: Stamps;
    readonly elsewhere: readonly TablePlugin[];
  },
): Promise<Stamps> {
  // What failed is tried again at the next start, and what waits is told again.
  if (!found.isWhole) return {};
  const { plugins, stamps, elsewhere } = found;
  const next = {
    by: ctx.version,
    stamps,
    plugins: sorted([...plugins.map(({ is }) => is), ...elsewhere]),
  };
  try {
    return await withLock(
      ctx.host,
      ctx.paths.pluginTable,
      'the plugins',
      ({ assertOurs }) => {
        if (readTable(ctx)?.nonce !== before.nonce) return {};
        writeTable(ctx, next, assertOurs);
        return stampsNow(ctx.host, [ctx.paths.pluginTable]);
      },
      { waitMs: 0 },
    );
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return {};
  }
}
