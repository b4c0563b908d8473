import type { AccountsContext } from '../context.ts';
import { readAccount } from '../store/account-file.ts';
import { leaveRoot } from '../sync/leave-root.ts';

/** What comes after a run that was started by its record, as after any other. False: not all of it has arrived. */
export async function leaveRecorded(ctx: AccountsContext, id: string, accountId: string): Promise<boolean> {
  const tool = ctx.registry.tool(id);
  const account = tool && readAccount(ctx, id, accountId);
  return !account || leaveRoot(ctx, tool, account);
}
