import { isInside } from '../../platform/index.ts';
import { pathRoots } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import type { HomePaths } from '../home/home-paths.ts';

/** A link below a directory that is copied. */
export interface LinkToSeed {
  readonly system: HomePaths;
  readonly from: string;
  /** The directory, and where its copy will be. */
  readonly top: string;
  readonly to: string;
}

/**
 * What the link's copy has to say. Undefined: it leads to the tool's own directory, or to an account, and through
 * its copy accounts would write there.
 */
export function seedLink(
  { host, paths }: AccountsContext,
  { system, from, top, to }: LinkToSeed,
): string | undefined {
  const { files, path } = host;
  const text = files.readlink(from);
  const target = path.resolve(files.realpath(path.dirname(from)), text);
  if (isInside(path, top, target))
    return path.isAbsolute(text) ? path.join(to, path.relative(top, target)) : text;
  // Where it leads in the end: another link on the way could lead back.
  const end = files.stat(target) === undefined ? target : files.realpath(target);
  const own = [
    paths.root,
    ...pathRoots.map(system.rootOf).filter((root) => !isInside(path, root, host.homeDir)),
  ];
  const isOwn = [target, end].some((place) =>
    own.some((folder) => folder !== host.homeDir && (place === folder || isInside(path, folder, place))),
  );
  return isOwn ? undefined : target;
}
