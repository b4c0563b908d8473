import { isPluginFile, namesIn, type PluginFile, readJson, writeJson } from '../../state/index.ts';
import { pluginFolder } from './plugin-folder.ts';
import type { PluginsContext } from './plugins-context.ts';

/** What the user decided about a plugin: plugins/<folded id>/plugin.json. */
export type PluginRecord = PluginFile;
export type PluginKind = PluginRecord['kind'];

type Place = Pick<PluginsContext, 'host' | 'paths'>;

export function recordPath(place: Place, id: string): string {
  return place.host.path.join(pluginFolder(place, id), 'plugin.json');
}

/** undefined: nothing was decided. @throws ToolsError PLUGIN_ID_REFUSED, STATE_DAMAGED and those of reading */
export function readRecord(place: Place, id: string): PluginRecord | undefined {
  return readJson(place.host, recordPath(place, id), isPluginFile);
}

/** @throws ToolsError those of writing */
export async function writeRecord(place: Place, record: PluginRecord): Promise<void> {
  await writeJson(place.host, recordPath(place, record.id), 'plugin', record);
}

/** The folded ids of which there is a folder. A link is none: nothing of ours lies behind it. */
export function recordNames({ host, paths }: Place): readonly string[] {
  return namesIn(host, paths.plugins)
    .filter((name) => host.files.lstat(host.path.join(paths.plugins, name))?.isDirectory())
    .filter((name) => !name.endsWith('.lock') && !name.startsWith('.'))
    .toSorted();
}
