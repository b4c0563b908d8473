import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { storedTools } from '../store/account-folders.ts';
import { listAccounts } from '../store/account-store.ts';
import { livePending, loginUnderWay } from '../store/pending-account.ts';
import { unfinishedAccounts } from '../store/unfinished-accounts.ts';
import { freshHomes, requireNoRenewal } from './login-journal.ts';

/** Nobody logs in to an account that is being made, or anew to one that is there. @throws ToolsError LOGIN_UNDER_WAY, STATE_DAMAGED */
export async function requireNoLogin(ctx: AccountsContext): Promise<void> {
  for (const tool of storedTools(ctx))
    for (const id of unfinishedAccounts(ctx, tool)) {
      const pending = livePending(ctx, tool, id);
      if (pending) throw loginUnderWay({ tool, label: pending.label }, pending);
    }
  for (const { account } of listAccounts(ctx)) if (account) requireNoRenewal(ctx, account);
}

/** Whether a renewal that came to nothing has left a directory in which its login may lie. */
export async function hasLeftLogin(ctx: AccountsContext, account: StoredAccount): Promise<boolean> {
  return freshHomes(ctx, account).length > 0;
}
