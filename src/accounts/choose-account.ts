import type { Account } from './account.ts';
import type { AccountsContext } from './context.ts';

/** Which rule decided, in the order they are asked. */
export type ChoiceRule = 'option' | 'toolVariable' | 'variable' | 'default' | 'system';

export interface Choice {
  readonly account: Account;
  readonly rule: ChoiceRule;
  /** For people: what says so. */
  readonly because: string;
}

/**
 * The account for a tool here and now; `asked` is what --account says.
 * @throws ToolsError NO_ACCOUNT_CHOSEN, ACCOUNT_VARIABLE_AMBIGUOUS, and as findAccount: a chosen account that
 *   is missing is never replaced by another
 */
export function chooseAccount(_ctx: AccountsContext, _tool: string, _asked?: string): Choice {
  throw new Error('not built yet');
}

/** The variable that chooses the account of one tool. */
export function toolVariable(_tool: string): string {
  throw new Error('not built yet');
}
