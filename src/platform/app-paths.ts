import type { Host } from './host.ts';

/** Where everything of ours lies. Pure strings: nothing is looked at or made. */
export interface AppPaths {
  /** Our folder: absolute. */
  readonly root: string;
  /** What was odd about the variables that lead here, one sentence each. */
  readonly warnings: readonly string[];
  readonly layout: string;
  readonly shims: string;
  readonly trash: string;
  readonly journal: string;
  readonly settings: string;
  readonly defaults: string;
  readonly labels: string;
  readonly accounts: string;
  readonly installations: string;
  /** defaults/<tool> */
  defaultOf(tool: string): string;
  /** labels/<tool>/<folded label> */
  labelOf(tool: string, folded: string): string;
  accountFolder(tool: string, id: string): string;
  installationFolder(tool: string, name: string): string;
}

/**
 * Our folder and what lies in it.
 * @throws ToolsError HOME_UNUSABLE when neither AI_TOOLS_HOME nor a home directory gives an absolute path.
 */
export function appPaths(_host: Host): AppPaths {
  throw new Error('not built yet');
}
