import { findInstallation } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { leavingPaths, type Relinked, type RootUse, relinkAccount } from './relink-account.ts';
import { type DrainPreview, previewDrain } from './sharing/preview-drain.ts';

/**
 * Moves an account to the root of another installation, which it uses from then on; what lies in the root that it
 * leaves stays there. Where both have one root only the program is another.
 * @throws ToolsError INSTALLATION_NOT_FOUND, and as relinkAccount
 */
export async function moveAccount(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  installation: string,
): Promise<Relinked> {
  return relinkAccount(ctx, tool, account, useAfter(ctx, tool, installation), {
    verb: 'account move',
  });
}

/** What a move would do. */
export interface MovePlan extends DrainPreview {
  readonly use: Pick<RootUse, 'root' | 'installation'>;
  /** What the account would not see any more, or see as the other root has it. */
  readonly loses: readonly string[];
}

/** Changes nothing. @throws ToolsError INSTALLATION_NOT_FOUND */
export async function planMove(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  installation: string,
): Promise<MovePlan> {
  const use = useAfter(ctx, tool, installation);
  const next = { ...account, ...use };
  const loses = leavingPaths(ctx, tool, account, next);
  return { use, loses, ...previewDrain(ctx, tool, next) };
}

function useAfter(
  { host, paths }: AccountsContext,
  tool: AITool,
  installation: string,
): Pick<RootUse, 'root' | 'installation'> {
  return { root: findInstallation(host, paths, tool, installation).root, installation };
}
