import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { listAccounts } from './account-store.ts';

/** The accounts that share in a root, but for those that can't be read. */
export function sharersOf(ctx: AccountsContext, tool: string, root: string): readonly StoredAccount[] {
  return listAccounts(ctx, tool).flatMap(({ account }) =>
    account?.sharing.on && account.root === root ? account : [],
  );
}
