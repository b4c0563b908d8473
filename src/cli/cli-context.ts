import type { BaseContext } from 'clipanion';
import { type AccountsContext, noExtensions, requireOurFolder } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { appPaths, type FileSystem, type Host } from '../platform/index.ts';
import { type KnownTools, knownTools } from '../registry/index.ts';
import { readSetting } from '../settings/index.ts';
import { checkLayout } from '../state/index.ts';
import type { CliIo, InputStream, OutputStream } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
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
}

export async function createContext(
  io: CliIo,
  commands: readonly CommandEntry[],
  argv: readonly string[],
  options: ReportOptions,
): Promise<CliContext> {
  const registry = io.registry ?? (await builtIns());
  const report: Report = new Report(io, registry, options, () => progress.erase());
  const isPlain = once(() => ({ answer: isPlainWanted(io.host, options) }));
  const progress = new Progress({
    stream: () => io.stderr,
    isWanted: () => !options.quiet && !options.json && !isPlain().answer,
    clean: (text) => report.clean(text),
  });
  const host = withFiles(io.host, watchedFiles(io.host.files, progress.tick));
  const state = once((): AccountsContext => {
    const paths = appPaths(host);
    for (const warning of paths.warnings) report.tell(warning);
    const tell = (line: string) => report.tell(line);
    const { extensions = noExtensions } = io;
    return { host, paths, registry, extensions, tell, progress: progress.note, version };
  });
  return {
    env: { ...host.env },
    get stdin() {
      return io.stdin;
    },
    get stdout() {
      return io.stdout;
    },
    get stderr() {
      return io.stderr;
    },
    // Asked for by clipanion's type alone: see colors.ts.
    colorDepth: 1,
    host,
    registry,
    commands,
    argv,
    report,
    progress,
    get isPlain() {
      return isPlain().answer;
    },
    state: (how) => {
      const ctx = state();
      if (how !== 'unchecked') {
        requireOurFolder(ctx);
        checkLayout(host, ctx.paths);
      }
      return ctx;
    },
  };
}

export async function builtIns(): Promise<KnownTools> {
  const { builtInTools } = await import('../tools/index.ts');
  return knownTools(builtInTools);
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
