import { expandHome, type Host } from '../platform/index.ts';

/** Paths that begin as what was typed; folders end with a separator. Nothing where it can't be told. */
export function pathsStartingWith(host: Host, typed: string): readonly string[] {
  const { path } = host;
  const end = Math.max(typed.lastIndexOf('/'), typed.lastIndexOf(path.sep)) + 1;
  const [folder, name] = [typed.slice(0, end), typed.slice(end)];
  try {
    const place = path.resolve(host.cwd, expandHome(host, folder));
    return host.files
      .readdir(place)
      .filter((entry) => entry.startsWith(name) && (name !== '' || !entry.startsWith('.')))
      .map((entry) => {
        const isFolder = host.files.stat(path.join(place, entry))?.isDirectory() ?? false;
        return `${folder}${entry}${isFolder ? path.sep : ''}`;
      })
      .sort();
  } catch {
    return [];
  }
}
