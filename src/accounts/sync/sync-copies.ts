import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { lookAt } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { HomeLiveness } from '../home/liveness.ts';
import { mergeCopies } from '../sharing/copies.ts';
import { copiedPaths, forgetCopies } from '../sharing/copy-manifest.ts';
import { canLieAtOrBelow, placeIn } from '../sharing/home-facts.ts';
import { sharedEntries } from '../sharing/share-plan.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';
import { mayPull, type SyncWish } from './file-task.ts';
import type { Patience } from './merge-file.ts';
import { joinReports, nothingDone, type SyncReport } from './sync-report.ts';

interface CopiesSync {
  readonly wish: SyncWish;
  readonly patience: Patience;
  readonly state: HomeLiveness['state'];
}

/** Every directory of a home that is a copy of the root's, because no link can be made. */
export async function syncCopies(
  ctx: AccountsContext,
  root: SharedRoot,
  tool: AITool,
  account: StoredAccount,
  sync: CopiesSync,
): Promise<SyncReport> {
  if (sync.wish.dryRun) return nothingDone;
  const reports: SyncReport[] = [];
  const planned = sharedEntries(ctx.host, tool, account);
  for (const path of copiedPaths(ctx, account, root)) {
    const isLink = lookAt(ctx.host, placeIn(ctx.host, account.home, path)).state === 'link';
    // Links can be made here by now; or it is the account's own by what is known of the tool now.
    if (isLink || !planned.some((entry) => canLieAtOrBelow(path, entry.path)))
      forgetCopies(ctx, account, (each) => each === path);
    else reports.push(await syncCopy(ctx, root, account, path, sync));
  }
  return joinReports(reports);
}

async function syncCopy(
  ctx: AccountsContext,
  root: SharedRoot,
  account: StoredAccount,
  path: string,
  { wish, patience, state }: CopiesSync,
): Promise<SyncReport> {
  const { label } = account;
  try {
    const merged = await mergeCopies(ctx, account, root, path, {
      pull: mayPull(wish.pull, state),
      accept: wish.accept === true,
      waitMs: patience.left,
    });
    const of = { account: account.id, label, pointer: '' };
    return {
      ...nothingDone,
      pushed: merged.pushed,
      pulled: merged.pulled,
      conflicts: merged.conflicts.map((each) => ({ ...of, ...each, isNew: true })),
      held: merged.held.map((each) => ({ ...of, ...each, why: 'massDeletion' })),
      skipped: merged.isBusy ? [{ label, path, why: 'busy' }] : [],
    };
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code === 'ROOT_GONE') throw error;
    return { ...nothingDone, skipped: [{ label, path, why: 'failed', problem: error.message }] };
  }
}
