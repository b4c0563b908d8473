import { ToolsError } from '../../errors/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import { type LiveMark, writeLiveMark } from '../store/live-mark.ts';

/**
 * Marks this process as running under the account, before the start. On a full disk what shares does not start: the
 * merge would take a session that it does not know of for none, and believe in what that deletes. What shares nothing
 * starts all the same, and says so.
 * @throws ToolsError ACCOUNT_NOT_FOUND when the account has been removed meanwhile; WRITE_FAILED of one that shares
 */
export function markLaunch(ctx: AccountsContext, account: StoredAccount): LiveMark {
  try {
    return writeLiveMark(ctx, account);
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'WRITE_FAILED' || account.sharing.on) throw error;
    const { tool, label } = account;
    ctx.tell(notices.startsUnmarked({ tool, label, why: error.message }));
    return { since: ctx.host.now().toISOString(), remove: () => undefined };
  }
}
