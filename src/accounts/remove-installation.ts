import { ToolsError } from '../errors/index.ts';
import {
  defaultInstallation,
  findInstallation,
  requireInstallationName,
  withInstallationLock,
} from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import { moveToTrash, sweepTrash, type TreeSize, treeSize } from '../state/index.ts';
import { requireNotAdopted } from './adopt/adoption.ts';
import type { AccountsContext } from './context.ts';
import { requireNotRunning, requireUnused } from './installation-users.ts';
import { isRootNote } from './sharing/shared-root.ts';
import { quietly, withJournal } from './store/with-journal.ts';

export interface RemovedInstallation {
  readonly tool: string;
  readonly name: string;
  /** Where its folder lies now, programs and root and all. */
  readonly trash: string;
}

/**
 * Moves an installation to the trash in one step: its programs and, where it has one of its own, its root. One
 * whose record is damaged, or was never written, can be removed, too. Asks nothing.
 * @throws ToolsError INSTALLATION_NOT_FOUND, INSTALLATION_IN_USE, INSTALLATION_RUNNING, ROOT_HOLDS_STATE without
 *   `withState`, BUSY, MOVE_FAILED, WRITE_FAILED
 */
export async function removeInstallation(
  ctx: AccountsContext,
  tool: AITool,
  name: string,
  { withState = false }: { readonly withState?: boolean } = {},
): Promise<RemovedInstallation> {
  requireRemovable(ctx, tool, name);
  return withInstallationLock(ctx, tool, name, async () => {
    requireRemovable(ctx, tool, name);
    const { files } = rootStateOf(ctx, tool, name);
    if (files > 0 && !withState) throw new ToolsError('ROOT_HOLDS_STATE', { tool: tool.id, name, files });
    const folder = ctx.paths.installationFolder(tool.id, name);
    const entry = { verb: 'installations remove', tool: tool.id, account: null, what: { folder, name } };
    const trash = await withJournal(ctx, entry, () =>
      moveToTrash(ctx.host, ctx.paths, folder, `${tool.id}@${name}`),
    );
    quietly(() => sweepTrash(ctx.host, ctx.paths));
    return { tool: tool.id, name, trash };
  });
}

/**
 * @throws ToolsError INSTALLATION_NAME_UNUSABLE, INSTALLATION_NOT_FOUND, INSTALLATION_NOT_MANAGED for a `default` of
 *   which nothing was ever recorded, INSTALLATION_IN_USE, ADOPTED_ALREADY, INSTALLATION_RUNNING
 */
export function requireRemovable(ctx: AccountsContext, tool: AITool, name: string): void {
  requireInstallationName(tool.id, name);
  if (!ctx.host.files.lstat(ctx.paths.installationFolder(tool.id, name))) {
    if (name === defaultInstallation)
      throw new ToolsError('INSTALLATION_NOT_MANAGED', { tool: tool.id, name });
    findInstallation(ctx.host, ctx.paths, tool, name);
  }
  requireNotAdopted(ctx, tool, name);
  requireUnused(ctx, tool, name);
  requireNotRunning(ctx, tool, name);
}

/** What lies in the root that has the installation's name: our own notes are no state, nor are empty folders. */
export function rootStateOf(
  { host, paths }: AccountsContext,
  tool: Pick<AITool, 'id'>,
  name: string,
): TreeSize {
  const shared = paths.sharedFolder(tool.id, name);
  if (!host.files.stat(shared)?.isDirectory()) return nothing;
  return host.files
    .readdir(shared)
    .filter((entry) => !isRootNote(entry))
    .map((entry) => treeSize(host, host.path.join(shared, entry)))
    .reduce((sum, { files, bytes }) => ({ files: sum.files + files, bytes: sum.bytes + bytes }), nothing);
}

const nothing: TreeSize = { files: 0, bytes: 0 };
