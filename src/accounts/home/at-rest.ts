import { ToolsError } from '../../errors/index.ts';
import { readPointer } from '../../formats/index.ts';
import type { AITool, Daemon, LiveList } from '../../registry/index.ts';
import type { Account, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { requireAtRest } from '../store/live-mark.ts';
import { markedProcesses } from '../store/process-marks.ts';
import { pathsOf } from './home-paths.ts';
import { startedInHome } from './started-in-home.ts';
import { readToolFile } from './tool-file.ts';

/**
 * Nothing of the account runs: no launch of ours, no session that the tool lists itself, none that a shell in the
 * account's environment started.
 * @throws ToolsError BUSY, ACCOUNT_RUNNING
 */
export function requireQuiet(ctx: AccountsContext, tool: AITool, account: StoredAccount): void {
  requireAtRest(ctx, account);
  const listed = listedSessions(ctx, tool, account);
  const shells = markedProcesses(ctx, account).filter(({ isShell }) => isShell);
  const started = shells.length === 0 ? [] : startedInHome(ctx, tool, account);
  requireNone(tool, account, [
    ...listed.map((pid) => `a session of the tool's own (process ${pid})`),
    ...started.filter((pid) => !listed.includes(pid)).map((pid) => `what a shell started (process ${pid})`),
  ]);
}

/**
 * Daemons hold the login that they were started with. They are asked to stop, by the tool's own command, their
 * updaters are ended, and both are looked at again.
 * @throws ToolsError ACCOUNT_RUNNING naming who is left
 */
export async function stopDaemons(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  runTool: (argv: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (const daemon of tool.daemons ?? []) {
    const servers = () => partsOf(ctx, tool, account, daemon).filter(({ isUpdater }) => !isUpdater);
    const updaters = () => partsOf(ctx, tool, account, daemon).filter(({ isUpdater }) => isUpdater);
    if (servers().length > 0 && daemon.stopArgv) await runTool(daemon.stopArgv).catch(() => undefined);
    await waitForNone(tool, account, servers);
    for (const { pid } of updaters()) endIfOurs(ctx, account.home, pid);
    await waitForNone(tool, account, updaters);
  }
}

/** @throws ToolsError ACCOUNT_RUNNING when there are still some after a while */
async function waitForNone(
  tool: AITool,
  account: StoredAccount,
  parts: () => readonly DaemonPart[],
): Promise<void> {
  for (let tries = 0; tries < patience && parts().length > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  requireNone(tool, account, parts().map(inWords));
}

/** Tenths of a second that a daemon has to end. */
const patience = 50;

/** The pids of sessions that the tool itself lists as running in the home. */
export function listedSessions(ctx: AccountsContext, tool: AITool, account: Account): readonly number[] {
  const paths = pathsOf(ctx, tool, account);
  return (tool.live ?? []).flatMap((list) => {
    const directory = paths.fileOf({ file: list.directory, ...(list.root && { root: list.root }) });
    return pidsListed(ctx, list, directory).filter((pid) => isRunning(ctx, account, pid));
  });
}

/** A running process of a daemon. */
export interface DaemonPart {
  readonly what: string;
  readonly pid: number;
  readonly pidFile: string;
  readonly isUpdater: boolean;
}

/** The daemons of the home that run, without their updaters, which hold no login. */
export function runningDaemons(ctx: AccountsContext, tool: AITool, account: Account): readonly DaemonPart[] {
  return (tool.daemons ?? [])
    .flatMap((daemon) => partsOf(ctx, tool, account, daemon))
    .filter(({ isUpdater }) => !isUpdater);
}

function partsOf(
  ctx: AccountsContext,
  tool: AITool,
  account: Account,
  daemon: Daemon,
): readonly DaemonPart[] {
  const paths = pathsOf(ctx, tool, account);
  return [daemon.pidFile, daemon.updaterPidFile].flatMap((file) => {
    if (file === undefined) return [];
    const pidFile = paths.fileOf({ file });
    const pid = pidIn(ctx, pidFile);
    const isUpdater = file === daemon.updaterPidFile;
    return pid !== undefined && isRunning(ctx, account, pid)
      ? [{ what: daemon.what, pid, pidFile, isUpdater }]
      : [];
  });
}

function inWords({ what, pid }: DaemonPart): string {
  return `${what} (process ${pid})`;
}

/** The first whole number of a pid file, plain or JSON. */
function pidIn(ctx: AccountsContext, path: string): number | undefined {
  const file = readToolFile(ctx.host, path, 'text');
  const digits = file.state === 'read' ? /(?:^|"pid"\s*:)\s*(\d+)/.exec(file.text)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

function pidsListed(ctx: AccountsContext, list: LiveList, directory: string): readonly number[] {
  const { files, path } = ctx.host;
  if (!files.stat(directory)?.isDirectory()) return [];
  return files
    .readdir(directory)
    .filter((name) => isNamedLike(name, list.files))
    .flatMap((name) => {
      const file = readToolFile(ctx.host, path.join(directory, name), 'json');
      const pid = file.state === 'read' ? readPointer(file.value, list.pointer) : undefined;
      return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? [pid] : [];
    });
}

function isNamedLike(name: string, pattern: string): boolean {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return name === pattern;
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

/**
 * A pid may have been used again: where the system tells, only a process that was given this home counts, and for
 * the tool's own directory none that was given one of ours.
 */
function isRunning({ host, paths }: AccountsContext, account: Account, pid: number): boolean {
  if (host.processes.markOf(pid) === undefined) return false;
  return account.kind === 'system'
    ? host.processes.knows(pid, paths.accounts) !== true
    : host.processes.knows(pid, account.home) !== false;
}

/** Only a process that is known to be this home's: a number in a file is no reason to end somebody. */
function endIfOurs({ host }: AccountsContext, home: string, pid: number): void {
  if (host.processes.knows(pid, home) === true) host.processes.end(pid);
}

function requireNone(tool: AITool, account: StoredAccount, who: readonly string[]): void {
  if (who.length > 0) throw new ToolsError('ACCOUNT_RUNNING', { tool: tool.id, label: account.label, who });
}
