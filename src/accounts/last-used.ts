import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { liesElsewhere } from './home/own-home.ts';
import { liveProcesses } from './store/live-mark.ts';
import { liveFolder } from './store/process-marks.ts';

/**
 * When something last started or ended under the account, by the folder of our marks: no launch writes anything for
 * this. `never`: not since we know the account. undefined: it can't be told.
 */
export function lastUsed(ctx: AccountsContext, account: StoredAccount): Date | 'now' | 'never' | undefined {
  const folder = ctx.host.files.stat(liveFolder(ctx, account));
  // An imported home had a life before us.
  if (!folder) return liesElsewhere(ctx, account) ? undefined : 'never';
  return liveProcesses(ctx, account).length > 0 ? 'now' : folder.mtime;
}
