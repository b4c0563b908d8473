import { type Host, sha256 } from '../../platform/index.ts';
import { compareByCodePoint } from '../../registry/index.ts';
import type { FilesBelow, FoundFile } from './copied-files.ts';
import type { CopiedFile } from './copy-manifest.ts';
import type { SharedRoot } from './shared-root.ts';

/** One file of a directory that is copied, and what is to be done about it. */
export interface CopyLeaf {
  /** From the directory to it, `/` between segments. */
  readonly way: string;
  readonly home: HashedFile | undefined;
  readonly shared: HashedFile | undefined;
  /** What was in step last. */
  readonly base: CopiedFile | undefined;
  /** `lose`: both changed, the root's wins; `hold`: gone with too many others to be believed. */
  readonly move: 'agree' | 'push' | 'pull' | 'lose' | 'deleteShared' | 'deleteHome' | 'hold' | 'stay';
}

export interface HashedFile extends FoundFile {
  readonly hash: string;
}

export interface Sides {
  readonly home: FilesBelow | undefined;
  readonly shared: FilesBelow | undefined;
}

/** What to do about each file of both sides, in the order of their ways. Reads what has changed. */
export function decideCopies(
  host: Host,
  found: Sides,
  base: Readonly<Record<string, CopiedFile>>,
  { root, accept }: { readonly root: SharedRoot; readonly accept: boolean },
): readonly CopyLeaf[] {
  const ways = [found.home?.files.keys() ?? [], found.shared?.files.keys() ?? [], Object.keys(base)];
  const leaves = [...new Set(ways.flatMap((each) => [...each]))].toSorted(compareByCodePoint).map((way) => {
    const was = Object.hasOwn(base, way) ? base[way] : undefined;
    const home = hashed(host, root, found.home?.files.get(way), was?.hash, was?.home);
    const shared = hashed(host, root, found.shared?.files.get(way), was?.hash, was?.shared);
    const leaf = { way, home, shared, base: was };
    return { ...leaf, move: isCovered(found, way) ? ('stay' as const) : moveOf(leaf) };
  });
  if (accept) return leaves;
  const isMass = (move: CopyLeaf['move']) => {
    const gone = leaves.filter((leaf) => leaf.move === move).length;
    return gone > 3 && gone * 2 > Object.keys(base).length;
  };
  const masses = (['deleteShared', 'deleteHome'] as const).filter(isMass);
  return leaves.map((leaf) => (masses.some((move) => leaf.move === move) ? { ...leaf, move: 'hold' } : leaf));
}

function moveOf({ home, shared, base }: Omit<CopyLeaf, 'move'>): CopyLeaf['move'] {
  if (home?.hash === shared?.hash) return 'agree';
  if (base !== undefined && shared?.hash === base.hash) return home ? 'push' : 'deleteShared';
  if (base !== undefined && home?.hash === base.hash) return shared ? 'pull' : 'deleteHome';
  // Against a deletion the change wins.
  if (home === undefined) return 'pull';
  return shared === undefined ? 'push' : 'lose';
}

/** Something that can't be copied lies in the place, or where its folder would be: that is no deletion. */
function isCovered({ home, shared }: Sides, way: string): boolean {
  return [...(home?.others ?? []), ...(shared?.others ?? [])].some(
    (other) => way === other || way.startsWith(`${other}/`),
  );
}

function hashed(
  host: Host,
  root: SharedRoot,
  file: FoundFile | undefined,
  hash: string | undefined,
  stamp: string | undefined,
): HashedFile | undefined {
  if (file === undefined) return undefined;
  if (hash !== undefined && stamp === file.stamp) return { ...file, hash };
  return { ...file, hash: sha256(Buffer.concat([Buffer.from(root.salt), host.files.readFile(file.place)])) };
}
