import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import { aside } from '../aside.ts';
import { askOnce } from '../ask-once.ts';
import type { AccountsContext } from '../context.ts';
import { livenessOf } from '../home/liveness.ts';
import { ownersLink } from '../home/own-home.ts';
import { expandEntries } from '../sharing/expand-entries.ts';
import { placeIn } from '../sharing/home-facts.ts';
import { mirroredChildren } from '../sharing/mirrored-children.ts';
import { isMerged, sharedEntries } from '../sharing/share-plan.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';
import { readAccount } from '../store/account-file.ts';
import { consumeDeadMarks } from '../store/process-marks.ts';
import { quietly } from '../store/with-journal.ts';
import { type FileTask, placesOf, type SyncWish } from './file-task.ts';
import { clearDirty, dirtyMarks } from './mark-dirty.ts';
import { mendHome } from './mend-home.ts';
import { mergeFile, type Patience } from './merge-file.ts';
import { untilSettled } from './settled.ts';
import { syncCopies } from './sync-copies.ts';
import { joinReports, nothingDone, type SyncReport } from './sync-report.ts';
import { unsharedOf } from './unshared.ts';

export interface HomeSync {
  readonly wish: SyncWish;
  readonly patience: Patience;
  /** What this process started in the home has ended. */
  readonly isOver?: boolean;
  /** What else is in the wrong place in it is mended, if nothing lives there. */
  readonly mend?: boolean;
}

/**
 * Every file of a home that is merged, with its root, and every directory that is a copy. Once all of them were read
 * and nothing lives in the home, the marks of those who lived there are taken away: what they did has arrived.
 * @throws ToolsError ROOT_GONE
 */
export async function syncHome(
  ctx: AccountsContext,
  root: SharedRoot,
  tool: AITool,
  account: StoredAccount,
  { wish, patience, isOver = false, mend = false }: HomeSync,
): Promise<SyncReport> {
  if (!ctx.host.files.stat(account.home)?.isDirectory()) return reportOfNoHome(ctx, account);
  // Who lives there decides only what may be written, and where the files lie as they lay nothing is.
  const beside = aside(ctx);
  const marks = dirtyMarks(beside, root).filter((mark) => mark.account === account.id);
  // Before the files are read: whoever is dead by now has written all it ever will.
  const { state, dead, hasShell } = livenessOf(beside, tool, account);
  const reports: SyncReport[] = [];
  const tasks = fileTasks(ctx, root, tool, account, wish);
  // Else the next look at what was written last could not tell whether more was written since.
  if (isOver)
    await untilSettled(
      ctx.host,
      tasks.map((task) => placesOf(task).home),
    );
  for (const task of tasks) reports.push(await mergeFile(task, patience));
  reports.push(await syncCopies(ctx, root, tool, account, { wish, patience, state }));
  // Only then: what is asserted in a file before it was read would hide that the tool has made it anew.
  if (mend && state === 'none' && isComplete(joinReports(reports)))
    reports.push(await mendHome(ctx, tool, account));
  const report = joinReports(reports);
  if (!wish.dryRun && isComplete(report)) {
    // A mark that stays costs another look, no more.
    quietly(() => consumeDeadMarks(beside, dead));
    // Where somebody may change more at any time, one mark says that as well as many.
    const isOne = state !== 'none' || hasShell;
    quietly(() => clearDirty(beside, isOne ? marks.slice(1) : marks, isOver));
  }
  return report;
}

/**
 * One for each shared file that is no link, nor one of those that lie in a link: those are merged. Where the owner of
 * an imported home has linked one to elsewhere, it is what others have, and no business of this account's.
 */
export function fileTasks(
  ctx: AccountsContext,
  root: SharedRoot,
  tool: AITool,
  account: StoredAccount,
  wish: SyncWish,
): readonly FileTask[] {
  const unshared = askOnce(() => unsharedOf(ctx, tool));
  const planned = sharedEntries(ctx.host, tool, account);
  const merged = expandEntries(ctx.host, planned.filter(isMerged), [account.home, root.folder]);
  const children = mirroredChildren(ctx, tool, account, { entries: planned, root });
  const own = [...merged, ...children].filter(
    ({ path }) => ownersLink(ctx, account, placeIn(ctx.host, account.home, path)) === undefined,
  );
  return own.map((entry) => ({
    ctx,
    tool,
    account,
    root,
    entry,
    wish,
    unshared,
  }));
}

/** All that the home holds was read, whether or not it could be given something. */
export function isComplete({ damaged, skipped }: SyncReport): boolean {
  return damaged.length === 0 && skipped.every(({ why }) => why === 'live' || why === 'unknown');
}

/** One that was removed meanwhile has none, and that is no damage. */
function reportOfNoHome(ctx: AccountsContext, { tool, id, home }: StoredAccount): SyncReport {
  if (readAccount(ctx, tool, id) === undefined) return nothingDone;
  return { ...nothingDone, damaged: [{ path: home, offset: 0, problem: 'there is no folder' }] };
}
