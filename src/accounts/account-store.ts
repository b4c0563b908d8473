import type { ToolsError } from '../errors/index.ts';
import type { Account, StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

/** One account folder: what it holds, or what is wrong with it. */
export interface AccountListing {
  readonly tool: string;
  readonly id: string;
  /** The registry has this tool. */
  readonly known: boolean;
  readonly account?: StoredAccount;
  /** STATE_DAMAGED or LAYOUT_NEWER …: the account is there, but can't be read. */
  readonly damage?: ToolsError;
}

/** Every account, or one tool's, by tool and label. Reads only what it lists, never locks, never fails for one damaged account. */
export function listAccounts(_ctx: AccountsContext, _tool?: string): readonly AccountListing[] {
  throw new Error('not built yet');
}

/**
 * The account of that label, its home present. `system` is always there.
 * @throws ToolsError ACCOUNT_NOT_FOUND, ACCOUNT_HOME_MISSING, ACCOUNT_HOME_UNUSABLE, STATE_DAMAGED
 */
export function findAccount(_ctx: AccountsContext, _tool: string, _label: string): Account {
  throw new Error('not built yet');
}

/** As findAccount, for verbs that never act on `system`; the home may be gone. @throws ToolsError SYSTEM_ACCOUNT_REFUSED too */
export function findStoredAccount(_ctx: AccountsContext, _tool: string, _label: string, _verb: string): StoredAccount {
  throw new Error('not built yet');
}

/** What is wrong with an account's home: ACCOUNT_HOME_MISSING, ACCOUNT_HOME_UNUSABLE, or nothing. */
export function homeProblem(_ctx: AccountsContext, _account: StoredAccount): ToolsError | undefined {
  throw new Error('not built yet');
}
