import { defaultInstallation, findInstallation, withInstallationLock } from '../../install/index.ts';
import type { AccountsContext } from '../context.ts';

/**
 * Writes down that an account uses an installation, while nobody takes that away: who removes one looks for its
 * users under the same lock.
 * @throws ToolsError INSTALLATION_NOT_FOUND, BUSY, and what `work` throws
 */
export async function withInstallation<Result>(
  ctx: AccountsContext,
  tool: string,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { host, paths } = ctx;
  const isThere = () => host.files.lstat(paths.installationFolder(tool, name)) !== undefined;
  // Of one that has no folder nothing can be taken away.
  if (name === defaultInstallation && !isThere()) return work();
  return withInstallationLock(ctx, { id: tool }, name, () => {
    if (!isThere()) findInstallation(host, paths, { id: tool }, name);
    return work();
  });
}
