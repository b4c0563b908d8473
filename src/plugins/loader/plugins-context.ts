import type { AppPaths, Guest, Host } from '../../platform/index.ts';
import type { KnownTools } from '../../registry/index.ts';

/** What is asked of plugins is given this. */
export interface PluginsContext {
  readonly host: Host;
  readonly paths: AppPaths;
  /** Of ours: what another release found out of a plugin is found out anew. */
  readonly version: string;
  /** The tools that this release brings. */
  readonly builtIns: KnownTools;
  /** Talk for the user; never data, never a secret. */
  readonly tell: (line: string) => void;
  /** Told of a module before it is loaded. */
  readonly admit?: (guest: Guest) => void;
  /** From now on this text is never shown. */
  readonly hide?: (secret: string) => void;
  /** Plugins that are used in this run alone. */
  readonly trial?: TrialPlugins;
  /** As in AccountsContext. */
  readonly undoing?: string;
  readonly partOf?: string;
}

export interface TrialPlugins {
  /** As they were typed. */
  readonly paths: readonly string[];
  /** Whoever typed them agreed to whatever they ask for. */
  readonly isAgreed: boolean;
  /** The line that agrees, for hints. */
  readonly agreeing: string;
}
