import { isInside } from '../../platform/index.ts';
import { namesIn } from '../../state/index.ts';
import { configPaths } from '../config/index.ts';
import type { FoundPlugin } from './found-plugin.ts';
import { pluginFolder } from './plugin-folder.ts';
import { recordPath } from './plugin-record.ts';
import type { PluginsContext } from './plugins-context.ts';

/** Files of a module that are watched beside its entry, so that it can be developed in place. */
const mostFiles = 64;

/** The files that say what a plugin brings, and that it may: when one of them changes, it is asked again. */
export function filesOf(ctx: PluginsContext, found: FoundPlugin): readonly string[] {
  const { host } = ctx;
  const brought = [...(found.package?.files ?? []), found.entry, found.program];
  const own = [recordPath(ctx, found.id), ...brought].filter((file) => file !== null);
  if (found.entry === null) return [...new Set(own)];
  const folder = pluginFolder(ctx, found.id);
  const set = Object.values(configPaths(host, folder));
  const root = found.package?.root ?? host.path.dirname(found.entry);
  // What has the code of one that was installed in its own folder is known to be as it was.
  const code =
    found.source.how === 'installed' && isInside(host.path, folder, root) ? [] : codeBelow(ctx, root);
  return [...new Set([...own, ...set, ...code])];
}

/** Breadth first, so that what is nearest is among those that are watched. */
function codeBelow({ host }: PluginsContext, root: string): readonly string[] {
  const found: string[] = [];
  const folders = [root];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const name of namesIn(host, folder).toSorted()) {
      if (name.startsWith('.') || name === 'node_modules') continue;
      const path = host.path.join(folder, name);
      const stat = host.files.lstat(path);
      if (stat?.isDirectory() && folders.length < mostFiles) folders.push(path);
      else if (stat?.isFile() && /\.(?:[cm]?js|json)$/.test(name)) found.push(path);
      if (found.length === mostFiles) return found;
    }
  }
  return found;
}
