import { ToolsError } from '../../errors/index.ts';
import { errnoOf, type ProcessMark } from '../../platform/index.ts';
import { isProcessMark, readJson, removeTree, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf } from './account-file.ts';
import { entriesOf } from './account-folders.ts';
import { quietly } from './with-journal.ts';

export interface LiveMark {
  /** Takes the mark away; never fails. */
  remove(): void;
}

export interface LiveProcess extends ProcessMark {
  /** Its end can't be told from here: treated as alive. */
  readonly unknown: boolean;
  /** RFC 3339; null: the mark can't be read. */
  readonly since: string | null;
}

type Marked = Pick<StoredAccount, 'tool' | 'id' | 'label'>;

/**
 * Marks a process as running under the account; written before the start. Default: this process.
 * @throws ToolsError ACCOUNT_NOT_FOUND when the account has been removed meanwhile, WRITE_FAILED
 */
export function writeLiveMark(
  ctx: AccountsContext,
  account: Marked,
  process: ProcessMark = ctx.host.processes.self,
): LiveMark {
  const { host } = ctx;
  const { tool, id, label } = account;
  const folder = liveFolder(ctx, account);
  makeLiveFolder(ctx, account, folder);
  quietly(() => sweepLiveMarks(ctx, account));
  // A process that runs several at once has a mark for each.
  const path = host.path.join(folder, freeName(ctx, folder, process.pid));
  writeAtomic(
    host,
    path,
    `${JSON.stringify({ schemaVersion: 1, ...process, since: host.now().toISOString() })}\n`,
  );
  const remove = () => quietly(() => removeTree(host, path));
  // Had it been moved away before the mark was there, nobody would have known of us.
  if (host.files.lstat(accountFileOf(ctx, tool, id))) return { remove };
  remove();
  throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
}

/** Who runs under the account. */
export function liveProcesses(ctx: AccountsContext, account: Marked): readonly LiveProcess[] {
  return marksOf(ctx, account).flatMap(({ process }) => process ?? []);
}

/** Takes away the marks of the dead; says how many. */
export function sweepLiveMarks(ctx: AccountsContext, account: Marked): number {
  const dead = marksOf(ctx, account).filter(({ process }) => process === undefined);
  for (const { path } of dead) removeTree(ctx.host, path);
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

function marksOf(ctx: AccountsContext, account: Marked): readonly { path: string; process?: LiveProcess }[] {
  const folder = liveFolder(ctx, account);
  return entriesOf(ctx, folder)
    .filter((name) => /^\d+(\.[a-z0-9]+)?$/.test(name))
    .map((name) => {
      const path = ctx.host.path.join(folder, name);
      const process = processOf(ctx, path, Number.parseInt(name, 10));
      return process ? { path, process } : { path };
    });
}

function processOf(ctx: AccountsContext, path: string, pid: number): LiveProcess | undefined {
  const { processes } = ctx.host;
  const mark = readMark(ctx, path);
  if (mark === undefined) {
    // Unreadable: whoever has that pid now may be the one.
    const now = processes.markOf(pid);
    return now && { ...now, unknown: true, since: null };
  }
  const state = processes.stateOf(mark);
  return state === 'dead' ? undefined : { ...mark, unknown: state === 'unknown' };
}

function readMark(
  ctx: AccountsContext,
  path: string,
): (ProcessMark & { readonly since: string | null }) | undefined {
  try {
    const mark = readJson(ctx.host, path, isProcessMark);
    if (!mark) return undefined;
    const { since } = mark as { readonly since?: unknown };
    const { pid, startedAt, boot, machine } = mark;
    return { pid, startedAt, boot, machine, since: typeof since === 'string' ? since : null };
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}

function makeLiveFolder(ctx: AccountsContext, { tool, label }: Marked, folder: string): void {
  try {
    // Not the folders above it: an account that is gone must not come back as an empty one.
    ctx.host.files.mkdir(folder, 0o700);
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'EEXIST') return;
    if (cause === 'ENOENT') throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
    if (cause === undefined) throw error;
    throw new ToolsError('WRITE_FAILED', { path: folder, cause }, { cause: error });
  }
}

function freeName(ctx: AccountsContext, folder: string, pid: number): string {
  const mark = readMark(ctx, ctx.host.path.join(folder, String(pid)));
  const isTaken = mark !== undefined && ctx.host.processes.stateOf(mark) !== 'dead';
  return isTaken ? `${pid}.${ctx.host.randomName(4)}` : String(pid);
}

function liveFolder(ctx: AccountsContext, { tool, id }: Marked): string {
  return ctx.host.path.join(ctx.paths.accountFolder(tool, id), 'live');
}
