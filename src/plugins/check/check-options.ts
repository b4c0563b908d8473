import type { KnownTools } from '../../registry/index.ts';

export interface CheckOptions {
  /** The release of ours that it is to work with. */
  readonly version: string;
  /** Of Node that it is to work with. */
  readonly node: string;
  /** Arguments of a program that is given by its path. */
  readonly args?: readonly string[] | undefined;
  /** Tools that no plugin replaces. Absent: that is not looked at. */
  readonly builtIns?: KnownTools | undefined;
  /** Milliseconds for each answer, in place of the limits of the wire. */
  readonly patienceMs?: number | undefined;
}
