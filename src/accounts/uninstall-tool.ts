import { ToolsError } from '../errors/index.ts';
import { findInstallation, releaseProgram } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { AccountsContext } from './context.ts';
import { foreignHome } from './home/own-home.ts';
import { requireNotRunning } from './installation-users.ts';
import { bringToRest } from './login/bring-to-rest.ts';
import { homeProblem, listAccounts } from './store/account-store.ts';

export interface UninstalledTool {
  readonly tool: string;
  readonly name: string;
  /** What it started until now. */
  readonly version: string;
}

/**
 * Makes an installation start what is on PATH, and takes away the versions that we kept. Daemons that were started
 * from them are stopped first; its accounts and their root stay.
 * @throws ToolsError INSTALLATION_NOT_FOUND, INSTALLATION_NOT_MANAGED, INSTALLATION_RUNNING, ACCOUNT_RUNNING, BUSY,
 *   and those of writing
 */
export async function uninstallTool(
  ctx: AccountsContext,
  tool: AITool,
  name: string,
): Promise<UninstalledTool> {
  const { program } = findInstallation(ctx.host, ctx.paths, tool, name);
  if (program.kind !== 'managed') throw new ToolsError('INSTALLATION_NOT_MANAGED', { tool: tool.id, name });
  await stopDaemonsOf(ctx, tool, name);
  requireNotRunning(ctx, tool, name);
  await releaseProgram(ctx, tool, name);
  return { tool: tool.id, name, version: program.version };
}

async function stopDaemonsOf(ctx: AccountsContext, tool: AITool, name: string): Promise<void> {
  for (const { account } of listAccounts(ctx, tool.id)) {
    if (account?.installation !== name) continue;
    if (homeProblem(ctx, account) || foreignHome(ctx, tool, account)) continue;
    await bringToRest(ctx, tool, account);
  }
}
