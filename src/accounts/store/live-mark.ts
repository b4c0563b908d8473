import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type Host, type ProcessMark } from '../../platform/index.ts';
import { removeTree, writeFailed } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf } from './account-file.ts';
import { consumeDeadMarks, liveFolder, type Marked, markedProcesses } from './process-marks.ts';
import { freeName, putMark } from './put-mark.ts';
import { quietly } from './with-journal.ts';

export interface LiveMark {
  /** RFC 3339: when it was written. */
  readonly since: string;
  /**
   * Takes the mark away; never fails. Of an account that shares only after its home was pushed: else it stays, as
   * the mark of a dead process, for the next step of the merge.
   */
  remove(): void;
}

export interface LiveProcess extends ProcessMark {
  /** Its end can't be told from here: treated as alive. */
  readonly unknown: boolean;
  /** RFC 3339; null: the mark can't be read. */
  readonly since: string | null;
}

export type MarkedHome = Marked & Pick<StoredAccount, 'sharing'>;

/**
 * Marks a process as running under the account; written before the start, or, with the time of a mark that was,
 * in its stead. Default: this process, now.
 * @throws ToolsError ACCOUNT_NOT_FOUND when the account has been removed meanwhile, WRITE_FAILED
 */
export function writeLiveMark(
  ctx: AccountsContext,
  account: MarkedHome,
  process: ProcessMark = ctx.host.processes.self,
  since: string = ctx.host.now().toISOString(),
): LiveMark {
  // What nobody merges nobody needs to know of the dead.
  if (!account.sharing.on) quietly(() => sweepLiveMarks(ctx, account));
  return { since, remove: mark(ctx, account, `${process.pid}`, process, since) };
}

/**
 * Marks the shell that asked for the account's environment: what it starts has no mark of its own. It holds
 * nothing back by being there. No mark where the shell can't be told, or has one.
 * @throws ToolsError ACCOUNT_NOT_FOUND when the account has been removed meanwhile, WRITE_FAILED
 */
export function writeShellMark(ctx: AccountsContext, account: Marked): void {
  const { host } = ctx;
  const shell = shellProcess(host);
  if (shell === undefined) return;
  const isMarked = markedProcesses(ctx, account).some(
    ({ isShell, pid, startedAt, boot }) =>
      isShell && pid === shell.pid && startedAt === shell.startedAt && boot === shell.boot,
  );
  if (isMarked) return;
  mark(ctx, account, `shell-${shell.pid}`, shell, host.now().toISOString());
}

/** A function of ours in a shell names that shell: it may have started us from a part of it that ends at once. */
function shellProcess({ env, processes }: Host): ProcessMark | undefined {
  const pid = Number(env.AI_TOOLS_SHELL_PID);
  return (Number.isSafeInteger(pid) && pid > 0 ? processes.markOf(pid) : undefined) ?? processes.parent();
}

/** Who runs under the account. */
export function liveProcesses(ctx: AccountsContext, account: Marked): readonly LiveProcess[] {
  return markedProcesses(ctx, account)
    .filter(({ isShell, state }) => !isShell && state !== 'dead')
    .map(({ pid, startedAt, boot, machine, since, state }) => {
      return { pid, startedAt, boot, machine, since, unknown: state === 'unknown' };
    });
}

/** Takes away the marks of the dead, of an account whose home needs no merging; says how many. */
export function sweepLiveMarks(ctx: AccountsContext, account: Marked): number {
  const dead = markedProcesses(ctx, account).filter(({ state }) => state === 'dead');
  consumeDeadMarks(ctx, dead);
  return dead.length;
}

/** @throws ToolsError ACCOUNT_RUNNING when anything runs under the account. */
export function requireAtRest(ctx: AccountsContext, account: Marked): void {
  const live = liveProcesses(ctx, account);
  if (live.length === 0) return;
  const { tool, label } = account;
  const who = live.map(({ pid, machine, unknown }) => `process ${pid}${unknown ? ` on ${machine}` : ''}`);
  throw new ToolsError('ACCOUNT_RUNNING', { tool, label, who });
}

/** @returns what takes it away again */
function mark(
  ctx: AccountsContext,
  account: Marked,
  name: string,
  process: ProcessMark,
  since: string,
): () => void {
  const { host } = ctx;
  const folder = makeLiveFolder(ctx, account);
  const file = putMark(host, folder, freeName(host, folder, name), process, since);
  const remove = () => quietly(() => removeTree(host, file));
  const { tool, id, label } = account;
  // Had it been moved away before the mark was there, nobody would have known of us.
  if (host.files.lstat(accountFileOf(ctx, tool, id))) return remove;
  remove();
  throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
}

function makeLiveFolder(ctx: AccountsContext, account: Marked): string {
  const { tool, label } = account;
  const folder = liveFolder(ctx, account);
  if (ctx.host.files.lstat(folder)?.isDirectory()) return folder;
  try {
    // Not the folders above it: an account that is gone must not come back as an empty one.
    ctx.host.files.mkdir(folder, 0o700);
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'ENOENT') throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
    if (cause !== 'EEXIST') throw writeFailed(folder, error);
  }
  return folder;
}
