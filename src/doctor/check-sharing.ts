import {
  type AccountsContext,
  danglingLinks,
  homeProblem,
  listAccounts,
  readRoot,
  type StoredAccount,
  syncAccounts,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { attempt, type Check, type Find } from './check.ts';

/** Roots that are not in their places, links of homes that lead nowhere, and files that no sync can merge. */
export const checkSharing: Check = async (ctx, tools, find) => {
  for (const tool of tools) {
    const sharers = listAccounts(ctx, tool.id).flatMap(({ account }) =>
      account?.sharing.on && !homeProblem(ctx, account) ? [account] : [],
    );
    for (const account of sharers) await attempt(find, () => checkLinks(ctx, tool, account, find));
    const { accounts, problems } = await syncAccounts(ctx, sharers, { dryRun: true });
    for (const problem of problems) find(problem);
    for (const damaged of accounts.flatMap((account) => account.damaged))
      find(new ToolsError('TOOL_FILE_DAMAGED', damaged));
  }
};

function checkLinks(ctx: AccountsContext, tool: AITool, account: StoredAccount, find: Find): void {
  if (!readRoot(ctx, tool.id, account.root)) return;
  const paths = danglingLinks(ctx, tool, account);
  const { label, home } = account;
  if (paths.length > 0) find(new ToolsError('SHARE_LINKS_DANGLE', { tool: tool.id, label, home, paths }));
}
