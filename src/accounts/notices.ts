/**
 * What the user is told on stderr while something is done: news, one sentence each. What fails is an error, and
 * stands in the error table.
 */
export const notices = {
  /** Variables that a program under the account is not given. */
  notPassedOn: (d: {
    readonly names: readonly string[];
    readonly tool: string;
    readonly label: string;
    /** The command has --keep-env. */
    readonly canKeep: boolean;
  }) => {
    const [is, it] = d.names.length === 1 ? ['is', 'it'] : ['are', 'they'];
    const wayOut = d.canKeep ? ' (--keep-env keeps one)' : '';
    return `${d.names.join(', ')} ${is} not passed on: ${it} would outrank the login of ${d.tool}#${d.label}${wayOut}`;
  },
  /** Node could not read the value of these variables. */
  mayArriveChanged: (d: { readonly names: readonly string[]; readonly program: string }) =>
    `the value of ${d.names.join(', ')} is not UTF-8 and may reach ${d.program} changed`,
  /** Something in the tool's own directory is not as it was before a login. */
  changedMeanwhile: (d: { readonly paths: readonly string[]; readonly program: string }) =>
    `meanwhile something changed ${d.paths.join(', ')}: ${d.program} running elsewhere, or this login; we left it alone`,
  /** A daemon would go on with a login that the account no longer has. */
  daemonStopped: (d: {
    readonly what: string;
    readonly pid: number;
    readonly tool: string;
    readonly label: string;
  }) => `${d.what} (process ${d.pid}) of ${d.tool}#${d.label} is older than the login: it is stopped first`,
  /** The keychain item of a renewed login can't be carried into the home that there was. */
  homeMoves: (d: { readonly tool: string; readonly label: string; readonly to: string }) =>
    `the login of ${d.tool}#${d.label} is in the keychain under its directory's name: its home moves to ${d.to}`,
  loginHookFailed: (d: { readonly why: string }) => `a plugin failed after the login: ${d.why}`,
} as const;
