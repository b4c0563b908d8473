import { ToolsError } from '../../errors/index.ts';
import type { AccountFile, HeldLock } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readAccount, readAccountFile, writeAccountFile } from './account-file.ts';
import { withAccountLock } from './account-lock.ts';

/** What may change in an account after it was made. Its label is changed by renameAccount. */
export type AccountChange = Partial<
  Pick<StoredAccount, 'kind' | 'home' | 'root' | 'installation' | 'identity' | 'environment' | 'sharing'>
>;

/**
 * Reads account.json, changes it and writes it, under the account's lock.
 * @throws ToolsError ACCOUNT_NOT_FOUND when it is gone, STATE_DAMAGED, BUSY, and those of writing
 */
export async function updateAccount(
  ctx: AccountsContext,
  account: StoredAccount,
  change: AccountChange | ((current: StoredAccount) => AccountChange),
): Promise<StoredAccount> {
  return withAccountLock(ctx, account, (lock) => {
    const current = typeof change === 'function' ? currentAccount(ctx, account) : account;
    return changeAccountFile(ctx, account, typeof change === 'function' ? change(current) : change, lock);
  });
}

/** The account as it is now. @throws ToolsError ACCOUNT_NOT_FOUND, STATE_DAMAGED */
export function currentAccount(ctx: AccountsContext, { tool, id, label }: StoredAccount): StoredAccount {
  const current = readAccount(ctx, tool, id);
  if (!current) throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
  return current;
}

/** Changes account.json. The caller holds the account's lock. What is not changed keeps its value verbatim. */
export async function changeAccountFile(
  ctx: AccountsContext,
  { tool, id, label }: StoredAccount,
  change: Partial<AccountFile>,
  lock: HeldLock,
): Promise<StoredAccount> {
  const file = readAccountFile(ctx, tool, id);
  if (!file) throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
  return writeAccountFile(ctx, { ...file, ...change }, lock);
}
