import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import { sharedEntries } from '../sharing/share-plan.ts';
import { arrangeHome } from './arrange-home.ts';
import { pushAll } from './push-all.ts';
import { tellAssembled } from './tell-joined.ts';

/**
 * After a run: what it changed goes to the root, and what its saves made of our links is mended. The run is over
 * and its exit code stands, so whatever fails here is told and no more.
 * @returns all of it has arrived; else the next step must know that something ran here.
 */
export async function leaveRoot(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  options: { readonly isLast?: boolean } = {},
): Promise<boolean> {
  if (sharedEntries(ctx.host, tool, account).length === 0) return true;
  const isPushed = await pushAll(ctx, tool, account, options);
  try {
    const assembly = await arrangeHome(ctx, tool, account);
    // What else stays the account's own was told when it started.
    const failed = assembly?.kept.filter(({ why }) => why === 'failed') ?? [];
    if (assembly) tellAssembled(ctx, account, { ...assembly, kept: failed });
    return isPushed && failed.length === 0;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    ctx.tell(notices.notPushed({ tool: tool.id, label: account.label, why: error.message }));
    return false;
  }
}
