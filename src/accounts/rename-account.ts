import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

/**
 * Gives an account another label; its home and its id stay.
 * @throws ToolsError SYSTEM_ACCOUNT_REFUSED, ACCOUNT_NOT_FOUND, LABEL_UNUSABLE, LABEL_TAKEN, BUSY, WRITE_FAILED
 */
export async function renameAccount(_ctx: AccountsContext, _tool: string, _label: string, _newLabel: string): Promise<StoredAccount> {
  throw new Error('not built yet');
}
