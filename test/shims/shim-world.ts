import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountsContext, chooseAccount, noExtensions, planLaunch } from '../../src/accounts/index.ts';
import { ToolsError } from '../../src/errors/index.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { type KnownTools, knownTools } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

/** A home with shims in it, and programs that tell how they were started. */
export interface ShimWorld {
  readonly home: string;
  /** Our folder. */
  readonly root: string;
  readonly bin: string;
  readonly shims: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: (input?: Situation) => Host;
  readonly cli: (argv: readonly string[], input?: Situation & { readonly stdin?: string }) => Promise<void>;
  /** Asks the shim. */
  readonly start: (input?: Situation & ShimStart) => Started;
  /** What `tools run` would do. */
  readonly plan: (input?: Situation & { readonly tool?: string }) => Promise<Planned>;
}

export interface Situation {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

export interface ShimStart {
  readonly tool?: string;
  /** Behind those by which the program tells of itself. */
  readonly args?: readonly string[];
  /** Default: that of its first line. */
  readonly shell?: string;
  /** Another file than the shim in our folder. */
  readonly file?: string;
}

export type Started = { readonly stderr: string; readonly code: number | null } & (
  | { readonly by: 'shim'; readonly env: Readonly<Record<string, string>>; readonly argv: readonly string[] }
  | {
      readonly by: 'program';
      readonly argv: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly by: 'nobody' }
);

export type Planned =
  | {
      readonly state: 'starts';
      readonly account: string;
      readonly file: string;
      readonly env: Readonly<Record<string, string>>;
      /** What would be told before. */
      readonly told: readonly string[];
    }
  | { readonly state: 'refused'; readonly code: string };

/** They print the environment and the arguments of whoever is started with them. */
export const confession = ['/proc/self/environ', '/proc/self/cmdline'];

const ourScript = `exec /bin/cat ${confession.join(' ')}`;

export function shimWorld(home = join(tempHome(), 'user')): ShimWorld {
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of ['codex', 'claude', 'gemini']) putProgram(join(bin, name));
  // Our program, as a shim sees it: another program that tells how it was started.
  const program = { node: join(home, 'our-node'), script: join(home, 'our-script') };
  copyFileSync('/bin/sh', program.node);
  writeFileSync(program.script, `${ourScript} -- "$0" "$@"\n`);
  age(program.script);
  const root = join(home, '.local', 'share', 'ai-tools');
  const shims = join(root, 'shims');
  const env = { HOME: home, PATH: `${shims}:${bin}:/usr/bin:/bin`, PWD: home, LANG: 'C.UTF-8' };
  const host = ({ env: more = {}, cwd = home }: Situation = {}) =>
    testHost({ home, cwd, env: { ...env, PWD: cwd, ...more }, program });
  const cli: ShimWorld['cli'] = async (argv, { stdin, ...input } = {}) => {
    const { code, stderr } = await runCli(argv, { host: host(input), ...(stdin !== undefined && { stdin }) });
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  };
  return {
    home,
    root,
    bin,
    shims,
    env,
    host,
    cli,
    start: ({ tool = 'codex', args = [], shell, file = join(shims, tool), ...input } = {}) => {
      const given = host(input);
      const command = shell === undefined ? [file] : [shell, file];
      const { stdout, stderr, status } = spawnSync(
        command[0] ?? '',
        [...command.slice(1), ...confession, ...args],
        {
          cwd: given.cwd,
          env: { ...given.env },
          timeout: 20_000,
        },
      );
      return { ...tellOf(stdout, program), stderr: stderr.toString(), code: status };
    },
    plan: ({ tool = 'codex', ...input } = {}) => planned(host(input), tool),
  };
}

/** Every file of a world older than a tick of the clock, so that a change of it shows. */
export async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, 45));
}

/** A program that prints the files that it is given. */
export function putProgram(path: string): void {
  rmSync(path, { force: true });
  copyFileSync('/bin/cat', path);
  chmodSync(path, 0o755);
  age(path);
}

/** A file of yesterday: nothing that is made from it is too fresh. */
export function age(path: string, seconds = 86_400.123_456): void {
  const at = Date.now() / 1000 - seconds;
  utimesSync(path, at, at);
}

export const registry: KnownTools = knownTools(builtInTools);

function tellOf(
  stdout: Buffer,
  { script }: { readonly script: string },
): { by: 'shim' | 'program'; env: Record<string, string>; argv: string[] } | { by: 'nobody' } {
  const words = stdout.toString('latin1').split('\0');
  const at = words.findIndex((word, index) => word === confession[0] && words[index + 1] === confession[1]);
  if (at < 0) return { by: 'nobody' };
  const env = Object.fromEntries(
    words
      .slice(0, at - 1)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const argv = words.slice(at - 1, -1);
  if (argv[4] !== script) return { by: 'shim', env, argv };
  // Behind its arguments it prints itself.
  const end = argv.findIndex((word) => word.startsWith(ourScript));
  return { by: 'program', env, argv: argv.slice(5, end) };
}

async function planned(host: Host, id: string): Promise<Planned> {
  const told: string[] = [];
  const ctx: AccountsContext = {
    host,
    paths: appPaths(host),
    registry,
    extensions: noExtensions,
    tell: (line) => told.push(line),
  };
  const tool = registry.tool(id);
  if (!tool) throw new Error(id);
  try {
    const { account } = chooseAccount(ctx, id);
    const plan = await planLaunch(ctx, tool, account, {});
    return {
      state: 'starts',
      account: account.kind === 'system' ? 'system' : account.id,
      file: plan.file,
      env: plan.env,
      told: [...told, ...plan.notices],
    };
  } catch (error) {
    if (error instanceof ToolsError) return { state: 'refused', code: error.code };
    throw error;
  }
}

/** Marks of what ran and has ended. */
export function clearMarks({ root }: ShimWorld): void {
  const dirty = join(root, 'installations', 'codex', 'default', 'shared', '.root', 'dirty');
  for (const name of readdirSync(dirty)) rmSync(join(dirty, name));
  for (const id of readdirSync(join(root, 'accounts', 'codex'))) {
    const live = join(root, 'accounts', 'codex', id, 'live');
    if (!id.startsWith('.')) for (const name of readdirSync(live)) rmSync(join(live, name));
  }
}
