import { typedPath } from '../errors/index.ts';

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
  /** Whoever keeps it may be asking the user for something. */
  waitingForKey: (d: { readonly tool: string; readonly label: string; readonly source: string }) =>
    `waiting for ${d.source}: the key of ${d.tool}#${d.label}`,
  loginHookFailed: (d: { readonly plugin: string; readonly why: string }) =>
    `the login took effect; the plugin "${d.plugin}" failed after it: ${d.why}`,
  /** We were killed while a plugin carried a login. */
  loginNotCarried: (d: { readonly tool: string; readonly label: string; readonly trash: string }) =>
    `a login of ${d.tool}#${d.label} was cut off while a plugin carried it into the home: it lies in ${d.trash}, and the one in the home may be damaged; to make sure: tools login ${d.tool} -a ${d.label}`,
  /** Another process of ours is at what the accounts share. */
  sharedBusy: (d: { readonly tool: string; readonly label: string }) =>
    `what ${d.tool}#${d.label} shares is being changed by another process: it starts with what it has`,
  /** Something of what is shared can't be read or written. */
  startsStale: (d: { readonly tool: string; readonly label: string; readonly why: string }) =>
    `${d.tool}#${d.label} starts with what it has of what its accounts share: ${d.why}`,
  /** Nobody else can see that it runs. */
  startsUnmarked: (d: { readonly tool: string; readonly label: string; readonly why: string }) =>
    `${d.tool}#${d.label} starts without a mark that it runs (${d.why}): do not remove it or log in to it meanwhile`,
  /** Something that the tool made itself where a link of ours belongs was moved to what is shared. */
  movedToRoot: (d: { readonly tool: string; readonly label: string; readonly paths: readonly string[] }) =>
    `${d.tool}#${d.label}: ${d.paths.join(', ')} now ${d.paths.length === 1 ? 'lies' : 'lie'} with what its accounts share`,
  linksRepaired: (d: { readonly tool: string; readonly label: string; readonly paths: readonly string[] }) =>
    `${d.tool}#${d.label}: mended the links ${d.paths.join(', ')}`,
  /** By what is known of the tool now. What it led to stays where others may still want it. */
  partedFromRoot: (d: { readonly tool: string; readonly label: string; readonly paths: readonly string[] }) =>
    `${d.tool}#${d.label} shares ${d.paths.join(', ')} no more, as ${d.tool} keeps what is one account’s alone there; what accounts gathered is still in the shared root`,
  /** The plan would share it, and it is not. */
  keptPrivate: (d: {
    readonly tool: string;
    readonly label: string;
    readonly path: string;
    readonly why: string;
  }) => `${d.tool}#${d.label} keeps ${d.path} to itself: ${d.why}`,
  /** Two versions; the shared one stands, the other is kept for 30 days. */
  conflictKept: (d: {
    readonly tool: string;
    readonly label: string;
    readonly path: string;
    readonly kept: string;
  }) => `${d.tool}#${d.label}: ${d.path} was changed here and elsewhere; the copy of here lies in ${d.kept}`,
  /** The same of values in a file, of which either can be taken still. */
  valuesKept: (d: {
    readonly tool: string;
    readonly label: string;
    readonly path: string;
    readonly kept: string;
  }) =>
    `${d.tool}#${d.label}: ${d.path} was changed here and elsewhere; what was chosen here lies in ${d.kept} (to decide whose holds: tools sync ${d.tool} -a ${d.label})`,
  /** What the merge does not believe without being told, or keeps from the others for good. */
  mergeHeld: (d: { readonly tool: string; readonly label: string; readonly count: number }) =>
    `${d.count} ${d.count === 1 ? 'change' : 'changes'} of ${d.tool}#${d.label} ${d.count === 1 ? 'is' : 'are'} not shared; to see why: tools sync ${d.tool} -a ${d.label}`,
  mergeDamaged: (d: { readonly path: string; readonly problem: string }) =>
    `${d.path} can't be read (${d.problem}): nothing in it was shared or changed`,
  /** What the account changed stays in its home for now. */
  notPushed: (d: { readonly tool: string; readonly label: string; readonly why: string }) =>
    `what ${d.tool}#${d.label} changed did not all reach what its accounts share: ${d.why}`,
  madePrivate: (d: { readonly tool: string; readonly label: string }) =>
    `${d.tool}#${d.label} is private: it shares nothing with the other accounts of ${d.tool} (to change that: tools share on ${d.tool} -a ${d.label})`,
  /** What was answered for an account before holds for this one, too. */
  asAnswered: (d: { readonly tool: string; readonly label: string; readonly on: boolean }) =>
    d.on
      ? `${d.tool}#${d.label} shares with the other accounts of ${d.tool}, as was answered before (to change that: tools share off ${d.tool} -a ${d.label})`
      : `${d.tool}#${d.label} is private, as was answered before (to change that: tools share on ${d.tool} -a ${d.label})`,
  /** The tool was used without us before. */
  seedOffered: (d: { readonly tool: string }) =>
    `what ${d.tool} has gathered in its own directory is not seen here; to copy of it what accounts share, before the first session: tools share seed ${d.tool}`,
  /** Moving the tool's own directories was cut off, and could not be finished now. */
  adoptionCutOff: (d: { readonly tool: string; readonly why: string }) =>
    `moving ${d.tool}'s own directories was cut off, and can't be finished now: ${d.why}`,
  /** A shell that follows its directory is in a directory of an account that holds a key. */
  keyIsForRun: (d: { readonly tool: string; readonly label: string }) =>
    `${d.tool}#${d.label} holds a key, which is given to no shell unasked: tools run ${d.tool}`,
  /** A shell that follows its directory can't be in the account of a tool. */
  notFollowed: (d: { readonly tool: string; readonly why: string; readonly hint: string }) =>
    `${d.tool} by itself is not in the account of this directory: ${d.why} ${d.hint}`,
  /** A file in a repository that wants a say, and has none. */
  bindingIgnored: (d: { readonly path: string; readonly isChanged: boolean }) =>
    `${d.path} ${d.isChanged ? 'changed since it was trusted' : 'is not trusted'} and decides nothing: tools trust ${typedPath(d.path)}`,
} as const;
