import type { AccountsContext } from '../context.ts';
import { accountIds } from './account-folders.ts';
import { listAccounts } from './account-store.ts';

/** The folders of accounts that are being made, or were when their maker died: no account is in them. */
export function unfinishedAccounts(ctx: AccountsContext, tool: string): readonly string[] {
  const listed = new Set(listAccounts(ctx, tool).map(({ id }) => id));
  return accountIds(ctx, tool).filter((id) => !listed.has(id));
}
