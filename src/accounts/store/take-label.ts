import { ToolsError } from '../../errors/index.ts';
import { systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readAccount } from './account-file.ts';
import { foldLabel, labelProblem } from './label.ts';
import { claimedId, claimLabel } from './label-claim.ts';
import { livePending, loginUnderWay } from './pending-account.ts';
import { settleAccount } from './settle-account.ts';

/** Long enough for another process to finish what it does with the label; a login under way is not waited for. */
const waitMs = 2000;

/**
 * Claims a label for an account whose lock the caller holds. A claim that a dead process left is cleared.
 * @throws ToolsError LABEL_TAKEN, LOGIN_UNDER_WAY, BUSY, STATE_DAMAGED, and those of writing
 */
export async function takeLabel(
  ctx: AccountsContext,
  tool: string,
  label: string,
  id: string,
): Promise<void> {
  const folded = foldLabel(label);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (claimLabel(ctx, tool, folded, id)) return;
    const holder = claimedId(ctx, tool, folded);
    if (holder === id) return;
    if (holder === null) {
      const problem = 'it does not hold the id of an account';
      throw new ToolsError('STATE_DAMAGED', { path: ctx.paths.labelOf(tool, folded), offset: 0, problem });
    }
    if (holder === undefined) continue;
    refuseHeld(ctx, tool, label, holder);
    await settleAccount(ctx, tool, holder, { waitMs });
  }
  throw new ToolsError('LABEL_TAKEN', { tool, label, existing: label });
}

/** The label as it is stored. @throws ToolsError SYSTEM_ACCOUNT_REFUSED, LABEL_UNUSABLE */
export function newLabel(tool: string, asked: string, verb: string): string {
  const label = asked.normalize('NFC');
  if (foldLabel(label) === systemLabel) throw new ToolsError('SYSTEM_ACCOUNT_REFUSED', { tool, verb });
  const problem = labelProblem(label);
  if (problem) throw new ToolsError('LABEL_UNUSABLE', { label, problem });
  return label;
}

function refuseHeld(ctx: AccountsContext, tool: string, label: string, holder: string): void {
  const account = readAccount(ctx, tool, holder);
  if (account && foldLabel(account.label) === foldLabel(label)) {
    throw new ToolsError('LABEL_TAKEN', { tool, label, existing: account.label });
  }
  const pending = account ? undefined : livePending(ctx, tool, holder);
  if (pending) throw loginUnderWay({ tool, label: pending.label }, pending);
}
