import { ToolsError } from '../../errors/index.ts';
import { errnoOf, expandHome, type Host } from '../../platform/index.ts';
import { keysSet, readSettings, type SettingKey, valueSet } from '../../settings/index.ts';
import type { PluginRecord } from './plugin-record.ts';
import type { PluginsContext } from './plugins-context.ts';

/** Who says where a plugin lies. Where several do, the one who is trusted most counts. */
export interface PluginSource {
  readonly how: PluginRecord['source']['how'] | 'trial';
  /** The folder of its package, or a program that speaks the wire. Absolute, but where the settings are wrong. */
  readonly path: string;
}

/** Most trusted first. */
const trust: readonly PluginSource['how'][] = ['trial', 'settings', 'installed', 'linked', 'project'];

export function byTrust(one: PluginSource, other: PluginSource): number {
  return trust.indexOf(one.how) - trust.indexOf(other.how);
}

/** What the user's settings name: `plugins.<id>`. @throws ToolsError STATE_DAMAGED and those of reading */
export function sourcesInSettings(ctx: PluginsContext): ReadonlyMap<string, PluginSource> {
  const settings = readSettings(ctx);
  const found = new Map<string, PluginSource>();
  for (const at of keysSet(settings)) {
    const id = at.names.plugin;
    const path = id === undefined ? undefined : pathIn(ctx, settings, at);
    if (id !== undefined && path !== undefined) found.set(id, { how: 'settings', path });
  }
  return found;
}

/** A reference as it was typed: the folder of a package, or a program; by its real path. */
export function locatePlugin(host: Host, reference: string): { path: string; isFolder: boolean } {
  const typed = typedPlace(host, reference);
  const found = placeOf(host, typed);
  if (found === undefined) throw new ToolsError('PLUGIN_SOURCE_NOT_FOUND', { path: typed });
  if (!found.isFolder && !host.files.isExecutable(found.path))
    throw new ToolsError('PLUGIN_SOURCE_UNUSABLE', { path: typed });
  return found;
}

export function typedPlace(host: Host, reference: string): string {
  return host.path.resolve(host.cwd, expandHome(host, reference));
}

/** undefined: nothing that could be a plugin is there now. */
export function placeOf(host: Host, path: string): { path: string; isFolder: boolean } | undefined {
  try {
    const stat = host.files.stat(path);
    if (!stat?.isDirectory() && !stat?.isFile()) return undefined;
    return { path: host.files.realpath(path), isFolder: stat.isDirectory() };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

function pathIn(
  ctx: PluginsContext,
  settings: ReturnType<typeof readSettings>,
  at: SettingKey,
): string | undefined {
  const value = valueSet(ctx, settings, at);
  if (typeof value !== 'string') return undefined;
  const path = expandHome(ctx.host, value);
  return ctx.host.path.isAbsolute(path) ? ctx.host.path.normalize(path) : path;
}
