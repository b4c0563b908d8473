import type { AITool } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { settleAdoption } from '../adopt/settle-adoption.ts';
import type { AccountsContext } from '../context.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { installationFor } from '../installation-of.ts';
import type { LaunchRequest } from './launch-request.ts';
import { type Preparation, prepareAccount } from './prepare-account.ts';

/**
 * Everything that comes before a program or a shell is given an account's environment. The account as it is then.
 * @throws ToolsError OUR_FOLDER_UNKNOWN, INSTALLATION_ROOT_DIFFERS, INSTALLATION_NOT_FOUND; as prepareAccount
 */
export async function readyAccount(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  { installation, ...preparation }: Preparation & Pick<LaunchRequest, 'installation'> = {},
): Promise<Account> {
  requireOurFolder(ctx);
  // Before anything of the account's is touched.
  installationFor(ctx, chosen, installation);
  await settleAdoption(ctx, tool);
  return prepareAccount(ctx, tool, chosen, preparation);
}
