import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { sharedRootOf } from '../sharing/shared-root.ts';
import { syncHome } from './sync-home.ts';
import { nothingDone, type SyncReport } from './sync-report.ts';

/** What the merge of a home would hold back or could not decide now. Nothing is changed. @throws ToolsError ROOT_GONE */
export async function whatIsOpen(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<SyncReport> {
  const root = sharedRootOf(ctx, account);
  if (!root) return nothingDone;
  const wish = { dryRun: true, thorough: true };
  return syncHome(ctx, root, tool, account, { wish, patience: { left: 0 } });
}
