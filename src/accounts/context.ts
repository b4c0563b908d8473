import type { AppPaths, Host } from '../platform/index.ts';
import type { KnownTools } from '../registry/index.ts';
import type { Counting } from './counting.ts';
import type { SecurityRunner } from './home/keychain.ts';
import type { Extensions } from './ports.ts';

/** What every use-case is given. */
export interface AccountsContext {
  readonly host: Host;
  readonly paths: AppPaths;
  readonly registry: KnownTools;
  readonly extensions: Extensions;
  /** Talk for the user (stderr); never data, never a secret. */
  readonly tell: (line: string) => void;
  /** How far a use-case is, from 0 to 1, where that can be told, and what it is at. As often as one likes. */
  readonly progress?: (fraction: number | undefined, text: string) => void;
  /** The id of the journal's entry that is being taken back by what is done now. */
  readonly undoing?: string;
  /** The id of the journal's entry of the whole that what is done now is a part of. */
  readonly partOf?: string;
  /** Whether somebody else brings the tool of this id: it changes nothing for others. Absent: nobody does. */
  readonly isAdded?: (toolId: string) => boolean;
  /** What was added to the tools of this release. Absent: nothing. */
  readonly plugged?: {
    readonly builtIns: KnownTools;
    /** What is recorded for later relies on how these files lie. Absent: nothing may be recorded. */
    readonly reliesOn?: ReliedOn;
  };
  /** Of ours: what is recorded of launches is for it alone. Absent: nothing is. */
  readonly version?: string;
  /** Told of each other home of the root in which nothing was found that the root has not, by its account's id. */
  readonly sawMerged?: (accountId: string) => void;
  /** Told of each file that is merged of which not all counts. */
  readonly sawMixed?: (file: string, counting: Counting) => void;
  /** How the keychain is asked on macOS. Default: /usr/bin/security. */
  readonly security?: SecurityRunner;
}

/** How files lie. */
export interface ReliedOn {
  /** Absolute paths at which nothing lies. */
  readonly absent: readonly string[];
  /** Absolute path → its stamp. */
  readonly same: Readonly<Record<string, string>>;
  /** As in HomeConditions. Absent: the working directory is no part of it. */
  readonly absentAbove?: readonly string[];
}
