import { findInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { type Relinked, type RootUse, relinkAccount } from './relink-account.ts';

/**
 * Moves an account to the root of another installation, which it uses from then on; what lies in the root that it
 * leaves stays there.
 * @throws ToolsError INSTALLATION_NOT_FOUND, and as relinkAccount
 */
export async function moveAccount(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  installation: string,
): Promise<Relinked> {
  return relinkAccount(ctx, tool, account, useAfter(ctx, tool, account, installation), {
    verb: 'account move',
  });
}

/** One whose installation has that root already keeps it. */
export function useAfter(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  installation: string,
): Pick<RootUse, 'root' | 'installation'> {
  const { root } = findInstallation(ctx.host, ctx.paths, tool, installation);
  return { root, installation: root === account.root ? account.installation : installation };
}
