import { ToolsError } from '../../errors/index.ts';
import { errnoOf } from '../../platform/index.ts';
import type { HeldLock } from '../../state/index.ts';
import { pathNote } from '../sharing/shared-root.ts';
import { readLooked } from './file-base.ts';
import { type FileTask, placesOf } from './file-task.ts';
import { mergeFacts } from './merge-facts.ts';
import { mergeOnce } from './merge-once.ts';
import { markAt } from './read-steady.ts';
import { withFileLock } from './root-state.ts';
import { nothingDone, type SkippedFile, type SyncReport } from './sync-report.ts';
import { whatCounts } from './what-counts.ts';

/** How long one sync may still wait for others, all its files together. Milliseconds; it runs down. */
export interface Patience {
  left: number;
}

/**
 * One step of the merge for one file of one home, on the disk: what was written when the process dies at any point
 * is adopted by the next one. Files that lie as they lay cost a look at each, and nothing is written.
 * @throws ToolsError ROOT_GONE; all else that keeps the file from being merged is in the report
 */
export async function mergeFile(task: FileTask, patience: Patience): Promise<SyncReport> {
  try {
    if (!needsLook(task)) return nothingDone;
    return await (task.wish.dryRun ? mergeThrice(task) : underLock(task, patience));
  } catch (error) {
    return reportOfFailure(task, error);
  }
}

function needsLook(task: FileTask): boolean {
  const { ctx, tool, account, root, entry, wish } = task;
  const { home, shared } = placesOf(task);
  const counting = ctx.sawMixed && whatCounts(ctx.host, tool, entry);
  if (counting) ctx.sawMixed?.(home, counting);
  const [homeMark, sharedMark] = [markAt(ctx.host, home), markAt(ctx.host, shared)];
  if (homeMark === null && sharedMark === null) return false;
  if (wish.thorough || wish.accept || wish.take) return true;
  const looked = readLooked(ctx, account, root, entry.path);
  return (
    looked === undefined ||
    looked.home !== homeMark ||
    looked.shared !== sharedMark ||
    looked.state !== markAt(ctx.host, pathNote(ctx.host, root, entry.path)) ||
    looked.rules !== mergeFacts(ctx.host, tool, entry).mark ||
    (looked.isWaiting && Boolean(wish.pull))
  );
}

async function underLock(task: FileTask, patience: Patience): Promise<SyncReport> {
  const { ctx, root, entry } = task;
  const asked = performance.now();
  const isOver = () => {
    patience.left = Math.max(0, patience.left - (performance.now() - asked));
  };
  let isOurs = false;
  try {
    const work = (lock: HeldLock) => {
      isOver();
      isOurs = true;
      return mergeThrice(task, lock);
    };
    return await withFileLock(ctx.host, root, entry.path, patience.left, work);
  } catch (error) {
    if (isOurs || !(error instanceof ToolsError) || error.code !== 'BUSY') throw error;
    isOver();
    return skipped(task, { why: 'busy', problem: error.message.replace(/\.$/, '') });
  }
}

async function mergeThrice(task: FileTask, lock?: HeldLock): Promise<SyncReport> {
  for (let tries = 0; tries < 3; tries += 1) {
    const report = await mergeOnce(task, lock);
    if (report) return report;
  }
  return skipped(task, { why: 'changing' });
}

function skipped({ account, entry }: FileTask, why: Pick<SkippedFile, 'why' | 'problem'>): SyncReport {
  return { ...nothingDone, skipped: [{ label: account.label, path: entry.path, ...why }] };
}

/** Of ours or the tool's: a file that can't be read is damaged, and one that can't be written waits. */
function reportOfFailure(task: FileTask, error: unknown): SyncReport {
  if (error instanceof ToolsError) {
    if (error.code === 'ROOT_GONE') throw error;
    const data = (error.data ?? {}) as { path?: string; offset?: number; problem?: string };
    return damages.has(error.code) && data.path !== undefined
      ? {
          ...nothingDone,
          damaged: [{ path: data.path, offset: data.offset ?? 0, problem: data.problem ?? error.message }],
        }
      : skipped(task, { why: 'failed', problem: error.message });
  }
  const cause = errnoOf(error);
  if (cause === undefined) throw error;
  return skipped(task, { why: 'failed', problem: cause });
}

const damages: ReadonlySet<string> = new Set(['STATE_DAMAGED', 'STATE_NEWER', 'STATE_UNREADABLE']);
