import { type AccountsContext, homePathOf } from '../accounts/index.ts';
import { isInside } from '../platform/index.ts';
import { type AITool, type PathRoot, rootsOf } from '../registry/index.ts';
import { realPath } from '../state/index.ts';
import { type HomeMap, homeMap } from './home-map.ts';
import type { RootFolder } from './root-folders.ts';
import type { Subject } from './subjects.ts';

/** Whose a place on the disk is. */
export interface Territory {
  readonly kind: 'home' | 'system' | 'root';
  /** `tool#label`, or the folder of a root. */
  readonly name: string;
  readonly tool: AITool;
  /** By its real name. */
  readonly folder: string;
  /** Which of the tool's roots the folder is. */
  readonly root: PathRoot;
}

export interface Territories {
  /** Whose the place is, or whose places it holds; its own are not asked about. `at` is a real path. */
  strangersAt(at: string, own: readonly string[]): Territory | undefined;
  realOf(path: string): string | undefined;
}

export function territoriesOf(
  ctx: AccountsContext,
  subjects: readonly Subject[],
  roots: readonly RootFolder[],
): Territories {
  const { host } = ctx;
  const realOf = (path: string) => realPath(host, path);
  const all: readonly Territory[] = [
    ...roots.map(({ tool, folder }) => ({
      kind: 'root' as const,
      name: folder,
      tool,
      folder,
      root: 'home' as const,
    })),
    ...subjects.flatMap(foldersOf),
  ].flatMap((each) => {
    const folder = realOf(each.folder);
    return folder === undefined ? [] : [{ ...each, folder }];
  });
  const maps = new Map<AITool, HomeMap>();
  const mapOf = (tool: AITool): HomeMap => {
    const map = maps.get(tool) ?? homeMap(host, tool);
    maps.set(tool, map);
    return map;
  };
  const isTaken = ({ kind, tool, folder, root }: Territory, at: string): boolean => {
    if (at === folder || isInside(host.path, at, folder)) return true;
    if (!isInside(host.path, folder, at)) return false;
    // The user's own directory may hold what accounts share, too.
    if (kind !== 'system') return true;
    const way = host.path.relative(folder, at).split(host.path.sep).join('/');
    return mapOf(tool).factOf(homePathOf(host, tool, way, root))?.class !== 'shared';
  };
  return {
    strangersAt: (at, own) => all.find((each) => !own.includes(each.name) && isTaken(each, at)),
    realOf,
  };
}

function foldersOf({ tool, account, name, paths }: Subject): readonly Territory[] {
  if (account.kind !== 'system') return [{ kind: 'home', name, tool, folder: account.home, root: 'home' }];
  return rootsOf(tool).map((root) => ({ kind: 'system', name, tool, folder: paths.rootOf(root), root }));
}
