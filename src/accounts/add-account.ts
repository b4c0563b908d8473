import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

export interface AddOptions {
  /** An API key that we are to hold. */
  readonly key?: string;
  readonly installation?: string;
}

/**
 * An account without running a login.
 * @throws ToolsError as reserveAccount, and KEY_UNUSABLE
 */
export async function addAccount(_ctx: AccountsContext, _tool: string, _label: string, _options: AddOptions = {}): Promise<StoredAccount> {
  throw new Error('not built yet');
}
