import { errnoOf } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readAccount } from '../store/account-file.ts';
import { leaveRoot } from '../sync/leave-root.ts';
import { doHold } from './do-hold.ts';
import type { Conditions } from './launch-record.ts';
import { recordLeft } from './record-left.ts';

/** What comes after a run that was started by its record, as after any other. False: not all of it has arrived. */
export async function leaveRecorded(ctx: AccountsContext, id: string, accountId: string): Promise<boolean> {
  const tool = ctx.registry.tool(id);
  const account = tool && readAccount(ctx, id, accountId);
  return !account || leaveAndRecord(ctx, tool, account);
}

/** The same, of a run whose start recorded this, if anything: where it holds no more, the next start is recorded. */
export async function leaveAndRecord(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  recorded?: Conditions,
): Promise<boolean> {
  const isLeft = await leaveRoot(ctx, tool, account);
  const isSame = recorded !== undefined && isStillSo(ctx, recorded);
  if (isLeft && !isSame) await recordLeft(ctx, tool, account);
  return isLeft;
}

function isStillSo({ host }: AccountsContext, recorded: Conditions): boolean {
  try {
    return doHold(host, recorded);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}
