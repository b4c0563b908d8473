import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

/** What may change in an account after it was made. The label changes by renameAccount only. */
export type AccountChange = Partial<Pick<StoredAccount, 'kind' | 'home' | 'installation' | 'identity' | 'environment'>>;

/**
 * Reads account.json, changes it and writes it, under the account's lock.
 * @throws ToolsError ACCOUNT_NOT_FOUND when it is gone, STATE_DAMAGED, BUSY, WRITE_FAILED
 */
export async function updateAccount(
  _ctx: AccountsContext,
  _account: StoredAccount,
  _change: AccountChange | ((current: StoredAccount) => AccountChange),
): Promise<StoredAccount> {
  throw new Error('not built yet');
}
