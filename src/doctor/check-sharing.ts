import { danglingLinks, homeProblem, listAccounts, readRoot } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { attempt, type Check } from './check.ts';

/** Roots that are not in their places, and links of homes that lead nowhere. */
export const checkSharing: Check = async (ctx, tools, find) => {
  for (const tool of tools)
    for (const { account } of listAccounts(ctx, tool.id)) {
      if (!account?.sharing.on || homeProblem(ctx, account)) continue;
      await attempt(find, () => {
        if (!readRoot(ctx, tool.id, account.root)) return;
        const paths = danglingLinks(ctx, tool, account);
        const { label, home } = account;
        if (paths.length > 0)
          find(new ToolsError('SHARE_LINKS_DANGLE', { tool: tool.id, label, home, paths }));
      });
    }
};
