import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import { ensureFolder, isPluginStateFile, readJson, withLock, writeJson } from '../../state/index.ts';
import type { PluginState } from '../contract/index.ts';
import { plainCopy } from './plain-copy.ts';
import { pluginFolder } from './plugin-folder.ts';
import type { PluginsContext } from './plugins-context.ts';

/** Bytes of what a plugin may keep. */
export const mostStateBytes = 1_048_576;

/** What a plugin keeps between runs, in a file of its own: plugins/<folded id>/state.json. */
export function pluginState(
  { host, paths }: Pick<PluginsContext, 'host' | 'paths'>,
  id: string,
): PluginState {
  const folder = pluginFolder({ host, paths }, id);
  const file = host.path.join(folder, 'state.json');
  const read = () => new Map(Object.entries(readJson(host, file, isPluginStateFile)?.values ?? {}));
  const change = async (work: (values: Map<string, unknown>) => void): Promise<void> => {
    ensureFolder(host, folder);
    await withLock(host, file, `what the plugin "${id}" keeps`, async ({ assertOurs }) => {
      const values = read();
      work(values);
      const state = { schemaVersion: 1, values: Object.fromEntries(values) } as const;
      if (Buffer.byteLength(JSON.stringify(state, null, 2)) > mostStateBytes)
        throw new ToolsError('PLUGIN_STATE_REFUSED', { id, problem: 'it would keep more than 1 MiB' });
      await writeJson(host, file, 'pluginState', state, { beforeCommit: assertOurs });
    });
  };
  return {
    get: async (key) => read().get(key) as JsonValue | undefined,
    set: async (key, value) => {
      const plain = plainCopy(value);
      if (!plain) throw new ToolsError('PLUGIN_STATE_REFUSED', { id, problem: 'it is no JSON' });
      if (typeof key !== 'string' || key.length > 256)
        throw new ToolsError('PLUGIN_STATE_REFUSED', {
          id,
          problem: 'a key is a text of at most 256 characters',
        });
      await change((values) => values.set(key, plain.copy));
    },
    delete: async (key) => change((values) => values.delete(key)),
  };
}
