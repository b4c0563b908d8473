import type { AITool } from '../registry/index.ts';
import { foldName } from '../registry/index.ts';
import { ensureFolder, ensureLayout, type HeldLock, sweepLitter, withLock } from '../state/index.ts';
import type { InstallContext } from './plan-install.ts';

/**
 * Runs `work` while no other process of ours changes the installation. The lock lies beside the installation's
 * folder, so that the folder can be moved, and begins with a dot, so that it can't be a name.
 * @throws ToolsError BUSY, LOCK_LOST, LOCK_UNUSABLE, WRITE_FAILED, and what `work` throws
 */
export async function withInstallationLock<Result>(
  { host, paths, tell }: InstallContext,
  tool: Pick<AITool, 'id'>,
  name: string,
  work: (lock: HeldLock) => Result | Promise<Result>,
): Promise<Result> {
  const folder = host.path.dirname(paths.installationFolder(tool.id, name));
  ensureLayout(host, paths);
  ensureFolder(host, folder);
  return withLock(
    host,
    host.path.join(folder, `.${foldName(name)}`),
    `installation "${name}" of ${tool.id}`,
    (lock) => {
      sweepLitter(host, paths.installationFolder(tool.id, name));
      return work(lock);
    },
    tell ? { tell } : {},
  );
}
