import type { BaseContext } from 'clipanion';
import type { AccountsContext } from '../accounts/index.ts';
import type { Host } from '../platform/index.ts';
import type { AIToolRegistry } from '../registry/index.ts';
import type { CliIo, InputStream, OutputStream } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
import { Report, type ReportOptions } from './report.ts';

/** What a command is given: streams, facts, and what is below, loaded when it is asked for. */
export interface CliContext extends BaseContext {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly host: Host;
  readonly registry: AIToolRegistry;
  readonly commands: readonly CommandEntry[];
  /** The command line, for hints that repeat it. */
  readonly argv: readonly string[];
  readonly report: Report;
  /** Our state, its layout known; unchecked for whoever is to say what is wrong with it. */
  readonly state: (how?: 'unchecked') => Promise<AccountsContext>;
  readonly accounts: () => Promise<typeof import('../accounts/index.ts')>;
  readonly install: () => Promise<typeof import('../install/index.ts')>;
}

export async function createContext(
  io: CliIo,
  commands: readonly CommandEntry[],
  argv: readonly string[],
  options: ReportOptions,
): Promise<CliContext> {
  const { host } = io;
  const registry = io.registry ?? (await builtInRegistry());
  const report = new Report(io, registry, options);
  const state = once(async () => {
    const [{ appPaths }, { noExtensions }] = await Promise.all([
      import('../platform/index.ts'),
      import('../accounts/index.ts'),
    ]);
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
    state: async (how) => {
      const ctx = await state();
      if (how !== 'unchecked') (await import('../state/index.ts')).checkLayout(host, ctx.paths);
      return ctx;
    },
    accounts: () => import('../accounts/index.ts'),
    install: () => import('../install/index.ts'),
  };
}

export async function builtInRegistry(): Promise<AIToolRegistry> {
  const [{ AIToolRegistry: Registry }, { builtInOwner, builtInTools }] = await Promise.all([
    import('../registry/index.ts'),
    import('../tools/index.ts'),
  ]);
  const registry = Registry.ofChecked(builtInTools, builtInOwner);
  registry.seal();
  return registry;
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
