import {
  type AccountsContext,
  accountIds,
  foldLabel,
  labelClaims,
  listAccounts,
  livePending,
  storedTools,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { Check } from './check.ts';

/** A claim names an account, and every account's label is claimed by it. */
export const checkLabels: Check = (ctx, tools, find) => {
  const names = new Set([...tools.map(({ id }) => id), ...storedTools(ctx)]);
  for (const tool of names) {
    const claims = labelClaims(ctx, tool);
    for (const [folded, id] of claims) {
      if (!isHeld(ctx, tool, id))
        find(new ToolsError('LABEL_CLAIM_STRAY', { tool, path: ctx.paths.labelOf(tool, folded) }));
    }
    for (const { account } of listAccounts(ctx, tool)) {
      if (!account) continue;
      const folded = foldLabel(account.label);
      if (claims.get(folded) === account.id) continue;
      const path = ctx.paths.labelOf(tool, folded);
      find(new ToolsError('LABEL_CLAIM_STRAY', { tool, path, account: account.label, id: account.id }));
    }
  }
};

/** By an account, or by one that is being made now. */
function isHeld(ctx: AccountsContext, tool: string, id: string | null): boolean {
  if (id === null) return false;
  return (
    listAccounts(ctx, tool).some((listing) => listing.id === id) ||
    (accountIds(ctx, tool).includes(id) && livePending(ctx, tool, id) !== undefined)
  );
}
