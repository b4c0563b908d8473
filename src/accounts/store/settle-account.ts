import { ToolsError } from '../../errors/index.ts';
import { sweepLitter } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { readAccount } from './account-file.ts';
import { accountIds, entriesOf, labelsFolder, toolFolder } from './account-folders.ts';
import { lockedId, withAccountLock } from './account-lock.ts';
import { foldLabel } from './label.ts';
import { claimedId, claimLabel, labelClaims, releaseOthers } from './label-claim.ts';
import { clearUnpublished, livePending, removePending } from './pending-account.ts';

/**
 * Puts in order what processes left that died while they changed accounts of this tool. Accounts that somebody
 * works on are passed over, and so is whatever can't be mended: it is no worse than before.
 */
export async function settleTool(ctx: AccountsContext, tool: string): Promise<void> {
  for (const folder of [ctx.paths.root, labelsFolder(ctx, tool)]) sweepLitter(ctx.host, folder);
  for (const id of suspectsOf(ctx, tool)) {
    try {
      await settleAccount(ctx, tool, id, { waitMs: 0 });
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
    }
  }
}

/**
 * Makes claims, pending.json and folder of an account agree with its account.json, which alone says whether
 * the account is there and what it is called.
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function settleAccount(
  ctx: AccountsContext,
  tool: string,
  id: string,
  options: { readonly waitMs: number },
): Promise<void> {
  const settle = () => {
    const account = readAccount(ctx, tool, id);
    if (account) removePending(ctx, tool, id);
    else if (livePending(ctx, tool, id)) return;
    else clearUnpublished(ctx, tool, id);
    const folded = account && foldLabel(account.label);
    releaseOthers(ctx, { tool, id }, folded, labelClaims(ctx, tool).keys());
    if (folded !== undefined && claimedId(ctx, tool, folded) === undefined) claimLabel(ctx, tool, folded, id);
  };
  await withAccountLock(ctx, { tool, id }, settle, options);
}

/** Accounts whose parts do not agree, or whose lock lies there. Some of them are only being changed now. */
function suspectsOf(ctx: AccountsContext, tool: string): ReadonlySet<string> {
  const claimsOf = new Map<string, string[]>();
  for (const [folded, id] of labelClaims(ctx, tool)) {
    if (id !== null) claimsOf.set(id, [...(claimsOf.get(id) ?? []), folded]);
  }
  const folders = new Set(accountIds(ctx, tool));
  const locked = entriesOf(ctx, toolFolder(ctx, tool)).flatMap((entry) => lockedId(entry) ?? []);
  const unclaimed = [...claimsOf.keys()].filter((id) => !folders.has(id));
  const unsettled = [...folders].filter((id) => !isSettled(ctx, tool, id, claimsOf.get(id) ?? []));
  return new Set([...locked, ...unclaimed, ...unsettled]);
}

function isSettled(ctx: AccountsContext, tool: string, id: string, claims: readonly string[]): boolean {
  try {
    const account = readAccount(ctx, tool, id);
    if (account === undefined) return livePending(ctx, tool, id) !== undefined;
    return claims.length === 1 && claims[0] === foldLabel(account.label);
  } catch {
    // What can't be read is left as it is.
    return true;
  }
}
