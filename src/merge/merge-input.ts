import type { KeyRule } from '../registry/index.ts';
import type { FileBase, RootState } from './file-base.ts';
import type { Unshared } from './why-not-shared.ts';

/** Everything that one step of the merge knows. The texts are those of the disk, undefined for no file. */
export interface MergeInput {
  readonly format: MergeFormat;
  /** Those of a mixed file; `wholeFile` for one that is mirrored. */
  readonly rules: readonly KeyRule[];
  readonly shared: string | undefined;
  readonly home: string | undefined;
  /** As the root's mark and the file's own state say. */
  readonly root: RootState;
  readonly base: FileBase | undefined;
  readonly live: Liveness;
  /** The home may be written. Never is while something lives in it. */
  readonly pull: boolean;
  /** When the home's file was last changed, as its disk says: a file from a backup is older than it was. */
  readonly homeChangedAt?: number;
  /** Pointers of the values by which a file made anew is known. */
  readonly birthmarks?: readonly string[];
  /** Pointers of what is put into every home: a file with none of it was made anew, and what it lacks not deleted. */
  readonly asserted?: readonly string[];
  /** The tool reads its file again before each save. */
  readonly rereads?: boolean;
  readonly unshared: Unshared;
  /** When the step began, in milliseconds. */
  readonly now: number;
  /** A hash, without `/`; the salt is the root's, because homes compare hashes through it. */
  readonly hash: (text: string) => string;
  /** The user said that the many keys that are gone are meant to be. */
  readonly accept?: boolean;
  /** Texts that are together at least so long are looked at by parts first. Default: 200,000. */
  readonly partsFrom?: number;
  /** The user decided whose values hold where both changed, and whether what vanished is gone. */
  readonly take?: 'home' | 'shared';
}

export type MergeFormat = 'json' | 'jsonc' | 'toml' | 'text';

export interface Liveness {
  /** `unknown`: it can't be told, as in a container or on another host. */
  readonly state: 'none' | 'live' | 'unknown';
  /** The earliest start of any process that lived in the home at any moment since the last step BEGAN. */
  readonly earliestStart?: number;
}

/** The rules of a file that is mirrored whole. */
export const wholeFile: readonly KeyRule[] = [{ pointer: '', class: 'shared', merge: 'value' }];
