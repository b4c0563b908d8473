import { installationFor, listAccounts } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { installationFolders, installationNames } from '../install/index.ts';
import { attempt, type Check } from './check.ts';

/** Folders that no installation came of, and accounts that are started by one that is not theirs. */
export const checkInstallations: Check = async (ctx, tools, find) => {
  const { host, paths } = ctx;
  for (const tool of tools) {
    const names = installationNames(host, paths, tool);
    for (const name of installationFolders(host, paths, tool)) {
      const path = paths.installationFolder(tool.id, name);
      if (!names.includes(name))
        find(new ToolsError('INSTALLATION_UNFINISHED', { tool: tool.id, name, path }));
    }
    for (const { account } of listAccounts(ctx, tool.id))
      if (account) await attempt(find, () => void installationFor(ctx, account, undefined));
  }
};
