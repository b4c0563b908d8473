import type { BaseContext } from 'clipanion';
import { type AccountsContext, requireOurFolder } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { appPaths, type FileSystem, type Host } from '../platform/index.ts';
import type { PluginsContext } from '../plugins/index.ts';
import type { KnownTools } from '../registry/index.ts';
import { readSetting } from '../settings/index.ts';
import { checkLayout } from '../state/index.ts';
import { build } from './build.ts';
import { builtIns } from './built-ins.ts';
import type { CliIo, InputStream, OutputStream } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
import { inUsersHome } from './in-users-home.ts';
import { type PluggedIn, pluggedIn } from './plugged-in.ts';
import { Progress, watchedFiles } from './progress.ts';
import { Report, type ReportOptions } from './report.ts';
import { version } from './version.ts';

/** What a command is given: streams and facts. */
export interface CliContext extends BaseContext {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly host: Host;
  readonly registry: KnownTools;
  /** What plugins add. */
  readonly plugged: PluggedIn;
  readonly commands: readonly CommandEntry[];
  /** The command line, for hints that repeat it. */
  readonly argv: readonly string[];
  readonly report: Report;
  /** What whoever waits is shown. */
  readonly progress: Progress;
  /** Nothing is drawn over, coloured or said in marks: asked for, set, or all that the terminal can. */
  readonly isPlain: boolean;
  /** Our state, its layout known; unchecked for whoever is to say what is wrong with it. */
  readonly state: (how?: 'unchecked') => AccountsContext;
  /** As `state`, for what is asked of plugins. */
  readonly plugins: () => PluginsContext;
}

/** How a command line is run. */
export interface RunOptions extends ReportOptions {
  /** Plugins that are used in this run alone. */
  readonly trial?: PluginsContext['trial'];
  /** The line as it was typed, by which its answer is asked for again. Absent: it is asked for by nobody. */
  readonly typed?: readonly string[];
  /** Nothing is found out of plugins beforehand. */
  readonly isHasty?: boolean;
}

export async function createContext(
  io: CliIo,
  commands: readonly CommandEntry[],
  argv: readonly string[],
  options: RunOptions,
): Promise<CliContext> {
  const own = io.registry ?? (await builtIns());
  let plugged: PluggedIn | undefined;
  const known = {
    all: () => (plugged?.registry ?? own).all(),
    tool: (id: string) => (plugged?.registry ?? own).tool(id),
  };
  const report: Report = new Report(io, known, options, () => progress.erase());
  const isPlain = once(() => ({ answer: isPlainWanted(io.host, options) }));
  const progress = new Progress({
    stream: () => (io.unwatched ?? io).stderr,
    isWanted: () => !options.quiet && !options.json && !isPlain().answer,
    clean: (text) => report.clean(text),
  });
  const users = inUsersHome(io.host);
  const host = withFiles(users, watchedFiles(users.files, progress.tick));
  const tell = (line: string) => report.tell(line);
  const { trial, isHasty = false } = options;
  const { admit } = io;
  const hide = (secret: string) => report.hide(secret);
  plugged = await pluggedIn(users, own, { tell, hide, trial, isHasty, ...(admit && { admit }) });
  for (const { message, hint } of plugged.problems) tell(`${message} ${hint}`);
  const { registry, extensions, reliesOn } = plugged;
  const state = once((): AccountsContext => {
    const paths = appPaths(host);
    for (const warning of paths.warnings) report.tell(warning);
    return {
      host,
      paths,
      registry,
      extensions: io.extensions ?? extensions,
      tell,
      progress: progress.note,
      isAdded: (id) => plugged?.bringerOf(id) !== undefined,
      version: build,
      // What was found out with plugins of this run alone is for no other.
      plugged: { builtIns: own, ...(trial === undefined && reliesOn && { reliesOn }) },
    };
  });
  const checkedState = () => {
    const ctx = state();
    requireOurFolder(ctx);
    checkLayout(host, ctx.paths);
    return ctx;
  };
  return {
    // Asked for by clipanion's type alone, as is how many colours there are: see colors.ts.
    env: {},
    get stdin() {
      return io.stdin;
    },
    get stdout() {
      return io.stdout;
    },
    get stderr() {
      return io.stderr;
    },
    colorDepth: 1,
    host,
    registry,
    plugged,
    commands,
    argv,
    report,
    progress,
    get isPlain() {
      return isPlain().answer;
    },
    state: (how) => (how === 'unchecked' ? state() : checkedState()),
    plugins: () => ({
      host,
      paths: checkedState().paths,
      version,
      builtIns: own,
      tell,
      hide,
      ...(admit && { admit }),
      ...(trial && { trial }),
    }),
  };
}

/** What is damaged is for commands to tell that come to it. */
function isPlainWanted(host: Host, { plain }: ReportOptions): boolean {
  if (plain) return true;
  try {
    return readSetting({ host, paths: appPaths(host) }, 'plain') === true;
  } catch (error) {
    if (error instanceof ToolsError) return false;
    throw error;
  }
}

/** Facts that are asked when they are first read stay so. */
function withFiles(host: Host, files: FileSystem): Host {
  const facts = Object.getOwnPropertyDescriptors(host);
  return Object.defineProperties({}, { ...facts, files: { value: files, enumerable: true } }) as Host;
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
