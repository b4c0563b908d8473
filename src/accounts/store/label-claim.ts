import { ToolsError } from '../../errors/index.ts';
import { errnoOf } from '../../platform/index.ts';
import { claimFile, removeTree } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { entriesOf, isAccountId, labelsFolder } from './account-folders.ts';

// A claim is a file labels/<tool>/<folded label> that holds the id of an account, and nothing more. It keeps a
// label from being given twice; what an account is called, its account.json says. A claim is taken away only
// under the lock of the account that it names.

/** The id that a label is claimed for; null: the claim is not legible; undefined: there is none. */
export function claimedId(ctx: AccountsContext, tool: string, folded: string): string | null | undefined {
  const path = ctx.paths.labelOf(tool, folded);
  try {
    const id = ctx.host.files.readStart(path, 16).toString('latin1').trim();
    return isAccountId(id) ? id : null;
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'ENOENT' || cause === 'ENOTDIR') return undefined;
    if (cause === 'EISDIR') return null;
    if (cause === undefined) throw error;
    throw new ToolsError('STATE_UNREADABLE', { path, cause }, { cause: error });
  }
}

/** All claims of a tool: folded label → id. */
export function labelClaims(ctx: AccountsContext, tool: string): ReadonlyMap<string, string | null> {
  const claims = new Map<string, string | null>();
  for (const name of entriesOf(ctx, labelsFolder(ctx, tool))) {
    if (name.startsWith('.')) continue;
    const id = claimedId(ctx, tool, name);
    if (id !== undefined) claims.set(name, id);
  }
  return claims;
}

/** False: it is claimed already. @throws ToolsError WRITE_FAILED, WRITE_UNSURE (then it is claimed) */
export function claimLabel(ctx: AccountsContext, tool: string, folded: string, id: string): boolean {
  return claimFile(ctx.host, ctx.paths.labelOf(tool, folded), `${id}\n`);
}

/** Gives a label back, if the claim is this account's. @throws ToolsError REMOVE_FAILED */
export function releaseLabel(ctx: AccountsContext, tool: string, folded: string, id: string): void {
  if (claimedId(ctx, tool, folded) === id) removeTree(ctx.host, ctx.paths.labelOf(tool, folded));
}

/** Gives back those of the labels that the account is not called, as its account.json stands; undefined: it is gone. */
export function releaseOthers(
  ctx: AccountsContext,
  { tool, id }: { readonly tool: string; readonly id: string },
  folded: string | undefined,
  labels: Iterable<string>,
): void {
  for (const label of labels) if (label !== folded) releaseLabel(ctx, tool, label, id);
}
