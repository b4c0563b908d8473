import { ToolsError } from '../../errors/index.ts';
import type { ProcessMark } from '../../platform/index.ts';
import { isProcessMark, readJson, removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { entriesOf } from './account-folders.ts';
import { withStart } from './marked-start.ts';

export type Marked = Pick<StoredAccount, 'tool' | 'id' | 'label'>;

/** A process that was started under an account, or a shell that was given the account's environment. */
export interface MarkedProcess extends ProcessMark {
  /** Where its mark lies. */
  readonly mark: string;
  readonly isShell: boolean;
  /** `unknown`: its end can't be told from here. */
  readonly state: 'alive' | 'dead' | 'unknown';
  /** RFC 3339, never later than its start under the account; null: the mark can't be read. */
  readonly since: string | null;
}

/** Every mark of the account, those of the dead too: until its home was merged they tell who lived in it. */
export function markedProcesses(ctx: AccountsContext, account: Marked): readonly MarkedProcess[] {
  const folder = liveFolder(ctx, account);
  return entriesOf(ctx, folder).flatMap((name) => {
    const [, shell, pid] = /^(shell-)?(\d+)(?:\.[a-z0-9]+)?$/.exec(name) ?? [];
    if (pid === undefined) return [];
    const mark = ctx.host.path.join(folder, name);
    return [{ ...processOf(ctx, mark, Number(pid)), mark, isShell: shell !== undefined }];
  });
}

/**
 * Takes away marks of the dead, once all that they may have written was merged. `dead`: those that were dead
 * before the home's files were read; who ended since may have written after that.
 */
export function consumeDeadMarks(ctx: AccountsContext, dead: readonly Pick<MarkedProcess, 'mark'>[]): void {
  for (const { mark } of dead) removeTree(ctx.host, mark);
}

/** accounts/<tool>/<id>/live */
export function liveFolder(ctx: AccountsContext, { tool, id }: Marked): string {
  return ctx.host.path.join(ctx.paths.accountFolder(tool, id), 'live');
}

type Found = Omit<MarkedProcess, 'mark' | 'isShell'>;

function processOf(ctx: AccountsContext, path: string, pid: number): Found {
  const { processes } = ctx.host;
  const mark = readMark(ctx, path);
  if (mark !== undefined) return { ...mark, state: processes.stateOf(mark) };
  // Unreadable: whoever has that pid now may be the one.
  const now = processes.markOf(pid);
  if (now) return { ...now, state: 'unknown', since: null };
  return { pid, startedAt: null, boot: '', machine: '', state: 'dead', since: null };
}

/** A shell knows no time; its file does. */
function writtenAt({ host }: AccountsContext, path: string): string | null {
  const written = host.files.stat(path)?.mtimeMs;
  return written === undefined ? null : new Date(written).toISOString();
}

function readMark(
  ctx: AccountsContext,
  path: string,
): (ProcessMark & { readonly since: string | null }) | undefined {
  try {
    const found = readJson(ctx.host, path, isProcessMark);
    if (!found) return undefined;
    const mark = withStart(ctx.host, found);
    const { since } = mark as { readonly since?: unknown };
    const { pid, startedAt, boot, machine } = mark;
    return { pid, startedAt, boot, machine, since: typeof since === 'string' ? since : writtenAt(ctx, path) };
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}
