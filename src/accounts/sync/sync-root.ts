import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { sweepLitter } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import { aside } from '../aside.ts';
import type { AccountsContext } from '../context.ts';
import { isAssembled } from '../sharing/is-assembled.ts';
import { readRoot, type SharedRoot } from '../sharing/shared-root.ts';
import { accountFileOf, readAccount } from '../store/account-file.ts';
import { quietly } from '../store/with-journal.ts';
import type { SyncWish } from './file-task.ts';
import { clearDirty, type DirtyMark, dirtyFolder, dirtyMarks } from './mark-dirty.ts';
import type { Patience } from './merge-file.ts';
import { isComplete, syncHome } from './sync-home.ts';
import { joinReports, nothingDone, type SyncReport } from './sync-report.ts';

/** Milliseconds: no launch waits longer for others than this, all files of all homes together. */
const launchPatience = 2000;

interface RootSync extends Pick<SyncWish, 'pull'> {
  /** What is done in this home once all that others have is in the root, and before its files are merged. */
  readonly arrange?: () => Promise<void>;
}

/**
 * Before a launch: brings what other homes of the root changed to the root, and from there to this home, unless
 * something lives in it. Homes that no launch of ours touched since they were read last are not looked at.
 * What others at rest have of their own where a link belongs is brought too. Never throws for what is merely stale:
 * that is in the report.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED or STATE_UNREADABLE of the root's mark; what `arrange` throws
 */
export async function syncRoot(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { pull = true, arrange }: RootSync = {},
): Promise<SyncReport> {
  const root = account.sharing.on ? readRoot(ctx, tool.id, account.root) : undefined;
  if (!root) return nothingDone;
  const patience: Patience = { left: launchPatience };
  const reports: SyncReport[] = [];
  // Litter is in nobody's way.
  quietly(() => sweepLitter(aside(ctx).host, dirtyFolder(ctx.host, root)));
  // That there are none of others is a condition of its own.
  for (const [id, marks] of othersOf(dirtyMarks(aside(ctx), root), account))
    reports.push(await pushOther(ctx, root, tool, id, marks, patience));
  await arrange?.();
  reports.push(await syncHome(ctx, root, tool, account, { wish: { pull }, patience }));
  return joinReports(reports);
}

/**
 * One home alone: after a run, and before it is changed or taken away. With `accept` or `take` it decides what was
 * held or in conflict, and writes the home too, unless something lives in it.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED or STATE_UNREADABLE of the root's mark
 */
export async function pushHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  wish: Pick<SyncWish, 'accept' | 'take'> = {},
): Promise<SyncReport> {
  const root = account.sharing.on ? readRoot(ctx, tool.id, account.root) : undefined;
  if (!root) return nothingDone;
  const pull = Boolean(wish.accept) || wish.take !== undefined;
  const patience = { left: launchPatience };
  return syncHome(ctx, root, tool, account, { wish: { ...wish, pull }, patience, isOver: true });
}

function othersOf(
  marks: readonly DirtyMark[],
  { id }: StoredAccount,
): ReadonlyMap<string, readonly DirtyMark[]> {
  const others = new Map<string, DirtyMark[]>();
  for (const mark of marks)
    if (mark.account !== id) others.set(mark.account, [...(others.get(mark.account) ?? []), mark]);
  return others;
}

/** What is wrong with another account is no reason not to launch this one. @throws ToolsError ROOT_GONE */
async function pushOther(
  ctx: AccountsContext,
  root: SharedRoot,
  tool: AITool,
  id: string,
  marks: readonly DirtyMark[],
  patience: Patience,
): Promise<SyncReport> {
  try {
    const other = readAccount(ctx, tool.id, id);
    const isMember = other?.sharing.on && other.root === root.name;
    if (other && isMember) {
      const report = await syncHome(ctx, root, tool, other, { wish: {}, patience, mend: true });
      // What somebody alive made in the place of a link waits for his end, and nobody could tell when that is.
      if (ctx.sawMerged && isComplete(report) && isAssembled(ctx, tool, other)) ctx.sawMerged(id);
      return report;
    }
    quietly(() => clearDirty(ctx, marks, false));
    return nothingDone;
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code === 'ROOT_GONE') throw error;
    const { offset = 0, path = accountFileOf(ctx, tool.id, id) } = error.data as {
      readonly offset?: number;
      readonly path?: string;
    };
    return { ...nothingDone, damaged: [{ path, offset, problem: error.message }] };
  }
}
