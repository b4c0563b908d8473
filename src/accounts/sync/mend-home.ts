import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { arrangeHome } from './arrange-home.ts';
import { nothingDone, type SyncReport } from './sync-report.ts';

/**
 * Brings to the root what a program made in a home in the place of a link, or beside links, where nobody of ours was
 * left to do so at its end. Only for a home at rest.
 * @throws ToolsError ROOT_GONE; what else keeps it from being done is in the report
 */
export async function mendHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<SyncReport> {
  const { id, label } = account;
  try {
    const assembly = await arrangeHome(ctx, tool, account);
    if (!assembly) return nothingDone;
    const { drained, conflicts, kept } = assembly;
    const skipped = kept.flatMap(({ path, why, problem = '' }) =>
      why === 'failed' ? [{ label, path, why, problem }] : [],
    );
    const of = { account: id, label, pointer: '', isNew: true };
    return {
      ...nothingDone,
      pushed: drained,
      conflicts: conflicts.map((each) => ({ ...of, ...each })),
      skipped,
    };
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code === 'ROOT_GONE') throw error;
    return { ...nothingDone, skipped: [{ label, path: '', why: 'failed', problem: error.message }] };
  }
}
