import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import { pushHome } from './sync-root.ts';
import { tellSynced } from './tell-joined.ts';

/**
 * Brings what the home changed to the root before the home is changed, taken away or left; what could not be
 * brought is told, and stops nothing: it is in the home still.
 * `isLast`: the home will not be there afterwards, and what another process holds back for now is waited for.
 * @returns whether all of it has arrived
 * @throws ToolsError NOT_PUSHED for the last time
 */
export async function pushAll(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { isLast = false }: { readonly isLast?: boolean } = {},
): Promise<boolean> {
  const { label } = account;
  try {
    const report = await pushHome(ctx, tool, account);
    tellSynced(ctx, account, report);
    // Something alive in a home keeps it from being written, not from being read.
    const left = report.skipped.filter(({ why }) => why !== 'live' && why !== 'unknown');
    const why = left.map(({ path, why: because, problem = because }) => `${path} (${problem})`).join(', ');
    if (isLast && left.some(({ why: because }) => because === 'busy' || because === 'changing'))
      throw new ToolsError('NOT_PUSHED', { tool: tool.id, label, why });
    if (left.length > 0) ctx.tell(notices.notPushed({ tool: tool.id, label, why }));
    return left.length === 0 && report.damaged.length === 0;
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code === 'NOT_PUSHED') throw error;
    ctx.tell(notices.notPushed({ tool: tool.id, label, why: error.message }));
    return false;
  }
}
