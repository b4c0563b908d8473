import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Extensions } from '../../src/accounts/index.ts';
import type { CliIo } from '../../src/cli/cli-io.ts';
import { runCli as run } from '../../src/cli/run.ts';
import type { Host } from '../../src/platform/index.ts';
import type { KnownTools } from '../../src/registry/index.ts';
import { homeVariables, tempHome, testHost } from './temp-home.ts';

export interface CliInput {
  /** Default: a fresh one. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What stands on stdin; a terminal when `tty` is true. */
  readonly stdin?: string | Uint8Array;
  /** All three streams are terminals of that width. */
  readonly tty?: boolean | { readonly columns: number };
  readonly cwd?: string;
  readonly platform?: Host['platform'];
  readonly host?: Host;
  readonly registry?: KnownTools;
  readonly extensions?: Extensions;
}

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program in this process, on streams in memory. */
export async function runCli(argv: readonly string[], input: CliInput = {}): Promise<CliResult> {
  const columns = typeof input.tty === 'object' ? input.tty.columns : 80;
  const stdout = sink(input.tty ? columns : undefined);
  const stderr = sink(input.tty ? columns : undefined);
  const stdin = Object.assign(Readable.from(input.stdin === undefined ? [] : [Buffer.from(input.stdin)]), {
    isTTY: Boolean(input.tty),
  });
  const io: CliIo = {
    host: hostOf(input),
    stdin,
    stdout,
    stderr,
    ...(input.registry ? { registry: input.registry } : {}),
    ...(input.extensions ? { extensions: input.extensions } : {}),
  };
  const code = await run(argv, io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** The built program, as people start it. Needs `npm run build`. */
export async function spawnCli(
  argv: readonly string[],
  input: Pick<CliInput, 'home' | 'env' | 'stdin' | 'cwd'> = {},
): Promise<CliResult & { readonly signal: string | null }> {
  const home = input.home ?? tempHome();
  const child = spawn(process.execPath, [builtCli, ...argv], {
    cwd: input.cwd ?? home,
    env: withoutUndefined({ ...homeVariables(home), ...input.env, HOME: home }),
  });
  const [out, err] = [child.stdout, child.stderr].map(collect);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input.stdin ?? '');
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.on('close', (...ended) => done(ended)),
  );
  return { code: code ?? -1, signal, stdout: out?.() ?? '', stderr: err?.() ?? '' };
}

export const builtCli = join(resolve(import.meta.dirname, '../..'), 'dist/cli/main.cjs');

function hostOf({ host, home, env, cwd, platform }: CliInput): Host {
  if (host) return host;
  return testHost({
    ...(home === undefined ? {} : { home }),
    ...(env === undefined ? {} : { env: withoutUndefined(env) }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(platform === undefined ? {} : { platform }),
  });
}

function sink(columns: number | undefined) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return Object.assign(stream, {
    isTTY: columns !== undefined,
    ...(columns === undefined ? {} : { columns }),
    text: () => Buffer.concat(chunks).toString('utf8'),
  });
}

function collect(stream: Readable): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

function withoutUndefined(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
