import { type AccountsContext, listAccounts, systemLabel } from '../accounts/index.ts';

/** What the account of that id is called now; undefined: it is gone. */
export function labelOf(ctx: AccountsContext, tool: string, id: string): string | undefined {
  if (id === systemLabel) return systemLabel;
  return listAccounts(ctx, tool).find((each) => each.id === id)?.account?.label;
}
