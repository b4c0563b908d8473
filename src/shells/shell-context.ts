import type { AppPaths, Host } from '../platform/index.ts';

export interface ShellContext {
  readonly host: Host;
  readonly paths: AppPaths;
  readonly tell: (line: string) => void;
  /** The id of the journal's entry that is being taken back by what is done now. */
  readonly undoing?: string;
}
