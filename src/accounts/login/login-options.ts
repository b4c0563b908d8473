import type { SharingRequest } from '../sharing/choose-sharing.ts';
import type { Newcomer } from '../sync/make-newcomer.ts';

export interface LoginOptions {
  /** An API key: handed to the tool's own command on its stdin, or held by us. */
  readonly key?: string;
  /** A secret reference: who is asked for the key at each run. */
  readonly keyFrom?: string;
  /** Arguments for the tool's login command. */
  readonly args?: readonly string[];
  /** Asked when the new login is somebody else's than the account's; absent: refused. */
  readonly confirmOther?: (who: OtherIdentity) => Promise<boolean>;
  /** The installation whose program does the login. Default: the account's, else `default`. */
  readonly installation?: string;
  /** Whether a new account shares, where that was said or somebody can be asked. */
  readonly sharing?: SharingRequest;
  /** Told once a new account is there, before it is linked to its root. */
  readonly made?: Newcomer['made'];
  /** The tool's talk goes to stderr, where stdout is for an answer of ours. */
  readonly stdoutOnStderr?: boolean;
}

export interface OtherIdentity {
  readonly tool: string;
  readonly label: string;
  /** In words, for people. */
  readonly recorded: string;
  readonly found: string;
  /** Both are keys: another key of perhaps the same person. */
  readonly isKey: boolean;
}
