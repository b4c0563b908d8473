import type { Host } from '../platform/index.ts';
import type { AITool, KnownTools } from '../registry/index.ts';

/**
 * What can be made of what a peer keeps. `reference`: a whole directory that is a home of the tool becomes the home
 * of an account, where it lies. `login`: the peer holds a copy of a login, and a copy of what renews itself logs the
 * original out: the account needs a login of its own. `key`: an API key, which is given to us by its owner, on
 * stdin. `settings`: which account is meant where.
 */
export type Taking = 'reference' | 'login' | 'key' | 'settings';

/** Another account manager, and how its store is read. */
export interface Peer {
  /** What is typed after `--from`. */
  readonly id: string;
  readonly displayName: string;
  /** Where its public project is, and the release whose layout this reads. */
  readonly seen?: { readonly project: string; readonly release: string };
  /** What it keeps, in the words of its users. */
  readonly keeps: readonly Keeping[];
  /** Where its store may lie; the first that is there is read. Absolute. */
  readonly places: (computer: Computer) => readonly string[];
  /** Reads only. @throws ToolsError PEER_DAMAGED, PEER_NEWER: then nothing is taken. */
  readonly read: (store: Store) => Findings;
}

export interface Keeping {
  readonly what: string;
  /** Below its store; `*` stands for a name. */
  readonly where: string;
  readonly taking: Taking;
  /** Why not more, as a sentence without a full stop. */
  readonly because?: string;
}

/** A computer as a peer sees it: without the variables that we set for a program. */
export type Computer = Pick<Host, 'platform' | 'path' | 'homeDir' | 'env'>;

export interface Store {
  readonly peer: Pick<Peer, 'id' | 'displayName'>;
  /** Where it lies; absolute. */
  readonly root: string;
  readonly host: Host;
  readonly computer: Computer;
  readonly tools: KnownTools;
}

export interface Findings {
  readonly accounts: readonly FoundAccount[];
  readonly bindings?: readonly FoundBinding[];
  /** What it means everywhere else. */
  readonly defaults?: readonly Named[];
  /** One name for accounts of several tools. */
  readonly aliases?: readonly FoundAlias[];
  /** Tools whose own login it replaces when it switches. */
  readonly swaps?: readonly AITool[];
  /** What can't be taken, a sentence each. */
  readonly left?: readonly string[];
}

export interface FoundAccount {
  readonly tool: AITool;
  /** What the peer calls it. */
  readonly name: string;
  readonly taking: Exclude<Taking, 'settings'>;
  /** The directory that is taken, or where the peer keeps its copy. */
  readonly where: string;
  /** Whose it is, as the peer noted it. */
  readonly who?: string;
  /** What else there is to know before it is taken, a sentence each. */
  readonly notes?: readonly string[];
  /** Nothing but its name says that it is one: without a trace of the tool in it, it is none. */
  readonly isGuess?: boolean;
}

/** An account by the name that the peer has for it; null: the tool's own login. */
export interface Named {
  readonly tool: AITool;
  readonly name: string | null;
}

export interface FoundBinding extends Named {
  /** Absolute. */
  readonly directory: string;
}

export interface FoundAlias extends Named {
  readonly alias: string;
}
