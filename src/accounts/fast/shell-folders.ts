import { posixWord } from '../../process/index.ts';

/** Paths as words of a shell script, short: each that many others lie in stands in it once. */
export interface ShellFolders {
  /** Gives names to those folders; goes before the first word. "" when there are none. */
  readonly assignments: string;
  word(path: string): string;
}

/** @param paths absolute, with `/`: those that will be said, as often as they will be */
export function shellFolders(paths: readonly string[]): ShellFolders {
  const uses = new Map<string, number>();
  for (const path of paths) for (const folder of above(path)) uses.set(folder, (uses.get(folder) ?? 0) + 1);
  const named = [...uses.keys()]
    .filter((folder) => isWorthIt(folder, uses))
    .sort((one, other) => other.length - one.length);
  const nameOf = (folder: string) => `__at_in${named.indexOf(folder)}`;
  return {
    assignments: named.map((folder) => `${nameOf(folder)}=${posixWord(folder)}`).join(' '),
    word: (path) => {
      const folder = named.find((each) => path === each || path.startsWith(`${each}/`));
      if (folder === undefined) return posixWord(path);
      const rest = path.slice(folder.length + 1);
      return rest === '' ? `"$${nameOf(folder)}"` : `"$${nameOf(folder)}"/${posixWord(rest)}`;
    },
  };
}

/** Said often, and often without what lies in it being said as well. */
function isWorthIt(folder: string, uses: ReadonlyMap<string, number>): boolean {
  const below = [...uses].filter(([each]) => each.startsWith(`${folder}/`)).map(([, count]) => count);
  const own = (uses.get(folder) ?? 0) - Math.max(0, ...below);
  return own > 2;
}

function above(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    folders.push(path.slice(0, at));
  return folders;
}
