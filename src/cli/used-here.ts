import { type AccountsContext, chooseAccount } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';

/**
 * Where what was just chosen is not what a launch here would use: what goes before it. That may name an account
 * that is gone, and what was asked for is done all the same.
 */
export function usedInstead(state: AccountsContext, tool: string, label: string): string | undefined {
  try {
    const { account, because } = chooseAccount(state, tool);
    return account.label === label ? undefined : `here ${account.label} is used all the same: ${because}`;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return `here no account can be used: ${error.message} ${error.hint}`;
  }
}
