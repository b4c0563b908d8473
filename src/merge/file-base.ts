/** What was last in step between a root and a home, for one file. Holds no value, no identity key. */
export interface FileBase {
  readonly schemaVersion: 1;
  readonly rootId: string;
  /** The root's count of writes when this was written. */
  readonly gen: number;
  /** When the step that wrote it began, and when it had written all else: milliseconds. */
  readonly began: number;
  readonly seen: number;
  /** When the home's file was last changed, as its disk says. */
  readonly homeChangedAt?: number;
  readonly leaves: Readonly<Record<string, LeafBase>>;
  /** The leaves of large maps, by the map's key: of each of its parts that is in step. */
  readonly packs?: Readonly<Record<string, readonly (Pack | null)[]>>;
  /** Salted hashes of the values by which a file made anew is known. */
  readonly birthmarks: Readonly<Record<string, string>>;
  /** What was already said of a leaf: a hash of it. */
  readonly told: Readonly<Record<string, string>>;
}

/** A hash of what both files said; how many of the leaves had a value; their names and what is known of them. */
export type Pack = readonly [said: string, held: number, leaves: string];

export interface LeafBase {
  /** Salted hash of the value; null: both sides had none. */
  readonly hash: string | null;
  /** The root's count of writes when both sides agreed, if it was not `gen`. */
  readonly gen?: number;
  /** When the home was last seen holding it, if not at `seen`; null: not since it held something unbelieved. */
  readonly since?: number | null;
  /** Hashes it had before, the latest first. */
  readonly was?: readonly string[];
}

/** What a root knows of one of its files, beside the file. Written before the file is. */
export interface RootState {
  readonly id: string;
  /** Counts our writes of the file. */
  readonly gen: number;
  /** Accepted deletions by leaf. */
  readonly tombstones: Readonly<Record<string, Tombstone>>;
}

export interface Tombstone {
  /** The value that `gen` had when it was deleted, and those that were deleted earlier. */
  readonly hashes: readonly string[];
  readonly gen: number;
  readonly at: number;
}

/** More memory of old values than this is of no use to anyone. */
export const rememberedValues = 8;

/** When the home was last seen holding what the base says. */
export function sinceOf(base: FileBase, leaf: LeafBase): number | null {
  return leaf.since === undefined ? base.seen : leaf.since;
}

/** The root's count of writes when both sides agreed about it. */
export function genOf(base: FileBase, leaf: LeafBase): number {
  return leaf.gen ?? base.gen;
}

/** The pointer in the name of a leaf: one of an item of a list begins with `#` and the item's hash. */
export function pointerOf(leaf: string): string {
  return leaf.startsWith('#') ? leaf.slice(leaf.indexOf('/')) : leaf;
}
