import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { assembleHome } from '../sharing/assemble-home.ts';
import type { Assembly } from '../sharing/assembly.ts';
import { isAssembled } from '../sharing/is-assembled.ts';
import { withAccountLock } from '../store/account-lock.ts';
import { currentAccount } from '../store/update-account.ts';

/** Milliseconds: a launch waits no longer for whoever changes the account. */
const patience = 500;

/**
 * Puts what an account shares into its place, should it not be there, by what account.json says by now: whoever
 * changes that holds the same lock, and is not undone. undefined: there was nothing to do.
 * @throws ToolsError ACCOUNT_NOT_FOUND, and as assembleHome
 */
export async function arrangeHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<Assembly | undefined> {
  if (isAssembled(ctx, tool, account)) return undefined;
  const mend = async () => {
    const now = currentAccount(ctx, account);
    return isAssembled(ctx, tool, now) ? undefined : assembleHome(ctx, tool, now);
  };
  return withAccountLock(ctx, account, mend, { waitMs: patience });
}
