import type { AccountInfo } from '../contract/index.ts';

/** What the door `./testing` takes and gives beside reports: types alone, so that nothing else is published with it. */

export interface TestingOptions {
  /** Arguments of a program that is given by its path. */
  readonly args?: readonly string[];
  /** Milliseconds for each answer, in place of the limits of the wire. */
  readonly patienceMs?: number;
}

export interface ReportLook {
  /** Words in place of marks. */
  readonly isPlain?: boolean;
}

/** A plugin that is talked with as we talk with its program, in the process of its own tests. */
export interface PluginInMemory {
  /** What tool it brings, and the names of what it announced. What it throws is what a host would tell. */
  readonly describe: () => Promise<{
    readonly descriptor: unknown;
    readonly capabilities: readonly string[];
  }>;
  /** undefined: nothing is known, or it did not answer; `problem` says which. */
  readonly accountInfo: (configDir: string) => Promise<AccountInfo | undefined>;
  /** Resolves only when the plugin said that it was done. */
  readonly credentialCopy: (from: string, to: string) => Promise<void>;
  /** What was wrong with the last answer. */
  readonly problem: () => Error | undefined;
  readonly close: () => Promise<void>;
}
