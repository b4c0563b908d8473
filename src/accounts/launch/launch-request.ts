export interface LaunchRequest {
  /** A program and its arguments to run instead of the tool (`exec`). */
  readonly command?: readonly string[];
  /** For the tool, passed on untouched. */
  readonly args?: readonly string[];
  /** Variables that outrank a login and are left alone all the same. */
  readonly keepEnv?: readonly string[];
  /** Default: the account's own. */
  readonly installation?: string;
}
