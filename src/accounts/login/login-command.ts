import { ToolsError } from '../../errors/index.ts';
import { programOf } from '../../install/index.ts';
import { signalNumber } from '../../platform/index.ts';
import { runCaptured, runForeground } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { environmentFacts } from '../home/environment-facts.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { notices } from '../notices.ts';
import { type Interruptible, nextTurn } from './heed-signals.ts';

export interface LoginRun {
  /** The tool's exit code, or 128 + the signal's number. */
  readonly code: number;
  /** What it said on stderr at the end, when it was not speaking to the user itself. Without the key. */
  readonly said?: string;
  /** We were told to end while it ran, whatever the tool made of it. */
  readonly interruptedBy?: NodeJS.Signals | undefined;
  /** The tool itself was used; ending it says nothing about a login made in it. */
  readonly isInteractive?: boolean;
}

export interface LoginRunOptions extends Interruptible {
  readonly key?: string | undefined;
  readonly args?: readonly string[];
  readonly installation?: string | undefined;
  /** The tool's talk must not mix with an answer of ours on stdout. */
  readonly stdoutOnStderr?: boolean;
}

/** Any tool, in a home that may not be an account's yet. */
export type HomeUser = Pick<
  StoredAccount,
  'tool' | 'label' | 'home' | 'root' | 'installation' | 'environment'
>;

/**
 * Runs the tool's own login. With a key it goes in on stdin, never in argv or the environment. Without a
 * login command, the tool itself is started: its first launch is the login.
 */
export async function runLogin(
  ctx: AccountsContext,
  tool: AITool,
  user: HomeUser,
  options: LoginRunOptions,
): Promise<LoginRun> {
  const argv = options.key === undefined ? loginArgv(tool) : (tool.commands?.loginWithApiKey ?? []);
  const start = startOf(ctx, tool, user, [...argv.slice(1), ...(options.args ?? [])], options.installation);
  if (options.key === undefined) {
    const { stdoutOnStderr = false } = options;
    const code = await runForeground(ctx.host, start, { terminalSignals: 'passOn', stdoutOnStderr });
    await nextTurn();
    return { code, isInteractive: argv.length === 0, interruptedBy: options.interruptedBy?.() };
  }
  const { code, stdout, stderr, timedOut } = await runCaptured(
    ctx.host,
    { ...start, input: `${options.key}\n` },
    keyLimits,
  );
  const said = timedOut ? 'it did not end in time' : lastLine(stderr || stdout, options.key);
  return { code: code ?? 128, interruptedBy: options.interruptedBy?.(), ...(said && { said }) };
}

/** Runs one of the tool's own commands in the background of a home. */
export async function runInHome(
  ctx: AccountsContext,
  tool: AITool,
  user: HomeUser,
  argv: readonly string[],
): Promise<LoginRun> {
  const { code, stdout, stderr } = await runCaptured(
    ctx.host,
    startOf(ctx, tool, user, argv.slice(1)),
    keyLimits,
  );
  const said = lastLine(stderr || stdout, undefined);
  return { code: code ?? 128, ...(said && { said }) };
}

/** @throws ToolsError LOGIN_CANCELLED (130), LOGIN_TERMINATED (143), LOGIN_HUNG_UP (129) */
export function requireNotCancelled(
  { code, interruptedBy }: LoginRun,
  names: { readonly tool: string; readonly label: string },
): void {
  const error = endings[interruptedBy ? 128 + signalNumber(interruptedBy) : code];
  if (error) throw new ToolsError(error, names);
}

const endings: Readonly<Record<number, 'LOGIN_CANCELLED' | 'LOGIN_TERMINATED' | 'LOGIN_HUNG_UP'>> = {
  129: 'LOGIN_HUNG_UP',
  130: 'LOGIN_CANCELLED',
  143: 'LOGIN_TERMINATED',
};

const keyLimits = { timeoutMs: 120_000, maxBytes: 1_000_000 };

/** The first word is the program's name. */
function loginArgv(tool: AITool): readonly string[] {
  return tool.commands?.login ?? tool.authLoginCommand ?? [];
}

function startOf(
  ctx: AccountsContext,
  tool: AITool,
  user: HomeUser,
  argv: readonly string[],
  installation?: string,
) {
  const program = programOf(ctx.host, ctx.paths, tool, installation ?? user.installation);
  const sharing = { on: false, except: [] };
  const account: StoredAccount = { kind: 'login', id: '', createdAt: '', identity: null, sharing, ...user };
  const { env, removed } = launchEnvironment(ctx.host, environmentFacts(ctx, tool, account), {
    isManaged: program.source === 'managed',
  });
  if (removed.length > 0)
    ctx.tell(notices.notPassedOn({ names: removed, tool: tool.id, label: user.label, canKeep: false }));
  return { file: program.file, args: [...program.argsPrefix, ...argv], env, cwd: ctx.host.cwd };
}

/** Bounded, and never with the key in it, not even where the tool repeats it. */
function lastLine(text: string, key: string | undefined): string | undefined {
  const line = text.trim().split('\n').at(-1)?.trim().slice(0, 300);
  return key !== undefined && line?.includes(key) ? line.replaceAll(key, '***') : line || undefined;
}
