import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

export interface RemovedAccount {
  readonly account: StoredAccount;
  /** Where the folder lies now, home and all. */
  readonly trash: string;
  /** It was the default: nothing is chosen now. */
  readonly wasDefault: boolean;
}

/**
 * Moves an account to the trash, home and all. Asks nothing.
 * @throws ToolsError SYSTEM_ACCOUNT_REFUSED, ACCOUNT_NOT_FOUND, BUSY (something runs under it), WRITE_FAILED
 */
export async function removeAccount(_ctx: AccountsContext, _tool: string, _label: string): Promise<RemovedAccount> {
  throw new Error('not built yet');
}
