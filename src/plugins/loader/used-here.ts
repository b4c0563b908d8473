import { ToolsError } from '../../errors/index.ts';
import { mayRefuseStarts } from './may-refuse-starts.ts';
import { type PluginRecord, readRecord, recordNames } from './plugin-record.ts';
import type { PluginTable, TablePlugin } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { isNamedIn, type ProjectSource, projectSources } from './project-sources.ts';
import type { Stamps } from './stamps.ts';

/** Those that are used in the working directory: that of a repository only at and below it, while its file is trusted. */
export function usedHere(ctx: PluginsContext, plugins: readonly TablePlugin[]): readonly TablePlugin[] {
  if (!plugins.some(isOfProject)) return plugins;
  const here = projectSources(ctx);
  return plugins
    .filter((is) => !isOfProject(is) || isNamedIn(here, is.source))
    .map((is) => (here.some((source) => isMoved(source, is)) ? { ...is, stamps: neverHolds(is) } : is));
}

/** It is named as before, and leads elsewhere: even the same files are not where they were agreed to. */
function isMoved({ named, path }: ProjectSource, { source }: TablePlugin): boolean {
  return isOfProject({ source }) && named === source.path && path !== named;
}

function neverHolds({ source }: Pick<TablePlugin, 'source'>): Stamps {
  return { [source.path]: 'not as it was' };
}

export function isOfProject({ source }: Pick<TablePlugin, 'source'>): boolean {
  return source.how === 'project';
}

/** Those that are used in other directories alone, for a table that is made here: what is unknown of them is asked there. */
export function usedElsewhere(ctx: PluginsContext, table: PluginTable): readonly TablePlugin[] {
  const records = recordNames(ctx).flatMap((name) => recordOf(ctx, name));
  const candidates = records.filter((record) => isOfProject(record) && record.enabled && record.confirmed);
  const here = candidates.length > 0 ? projectSources(ctx) : [];
  return candidates
    .filter(({ source }) => !isNamedIn(here, source))
    .map((record) => {
      const before = table.plugins.find(
        ({ id, source }) => id === record.id && source.path === record.source.path,
      );
      return before && table.by === ctx.version ? before : unasked(record);
    });
}

function recordOf(ctx: PluginsContext, name: string): PluginRecord | [] {
  try {
    return readRecord(ctx, name) ?? [];
  } catch (error) {
    if (error instanceof ToolsError) return [];
    throw error;
  }
}

/** Its stamp never holds, and whoever may refuse starts does so until it was asked. */
function unasked({ id, kind, version, source, confirmed }: PluginRecord): TablePlugin {
  return {
    ...{ id, kind, version, source, permissions: [], manifest: null, entry: null, program: null },
    stamps: neverHolds({ source }),
    descriptors: [],
    points: mayRefuseStarts({ confirmed }) ? [{ point: 'runHook', priority: 0, order: 0 }] : [],
    commands: [],
  };
}
