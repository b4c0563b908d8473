import type { AITool } from '../../registry/index.ts';
import { sweepLitter } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { liveFolder } from '../store/process-marks.ts';
import { sharingFolders } from './own-links.ts';

/**
 * Takes away what one of us was making in a home, or to mark it, when he died, an hour after it: settings, links,
 * copies, marks. Only where such things are made.
 * @throws ToolsError REMOVE_FAILED
 */
export function sweepHome(ctx: AccountsContext, tool: AITool, account: StoredAccount): void {
  const folders = sharingFolders(ctx, tool, account).map(({ folder }) => folder);
  for (const folder of new Set([account.home, liveFolder(ctx, account), ...folders]))
    sweepLitter(ctx.host, folder);
}
