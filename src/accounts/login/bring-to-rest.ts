import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { requireQuiet, stopDaemons } from '../home/at-rest.ts';
import { runInHome } from './login-command.ts';

/**
 * Nothing of the account is alive after it: daemons are stopped, anything else is a reason to stop.
 * @throws ToolsError BUSY, ACCOUNT_RUNNING
 */
export async function bringToRest(ctx: AccountsContext, tool: AITool, account: StoredAccount): Promise<void> {
  requireQuiet(ctx, tool, account);
  await stopDaemons(ctx, tool, account, (argv) => runInHome(ctx, tool, account, argv));
}
