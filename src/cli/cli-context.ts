import type { BaseContext } from 'clipanion';
import { type AccountsContext, noExtensions, requireOurFolder } from '../accounts/index.ts';
import { appPaths, type Host } from '../platform/index.ts';
import { type KnownTools, knownTools } from '../registry/index.ts';
import { checkLayout } from '../state/index.ts';
import type { CliIo, InputStream, OutputStream } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
import { Report, type ReportOptions } from './report.ts';

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
  /** Our state, its layout known; unchecked for whoever is to say what is wrong with it. */
  readonly state: (how?: 'unchecked') => AccountsContext;
}

export async function createContext(
  io: CliIo,
  commands: readonly CommandEntry[],
  argv: readonly string[],
  options: ReportOptions,
): Promise<CliContext> {
  const { host } = io;
  const registry = io.registry ?? (await builtIns());
  const report = new Report(io, registry, options);
  const state = once((): AccountsContext => {
    const paths = appPaths(host);
    for (const warning of paths.warnings) report.tell(warning);
    return { host, paths, registry, extensions: noExtensions, tell: (line: string) => report.tell(line) };
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

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
