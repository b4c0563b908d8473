import { ToolsError } from '../errors/index.ts';
import { installationFolders, requireInstallationName, withInstallationLock } from '../install/index.ts';
import { type AITool, foldName } from '../registry/index.ts';
import { listTrash, type TrashEntry, takeFromTrash } from '../state/index.ts';
import type { AccountsContext } from './context.ts';
import { withJournal } from './store/with-journal.ts';

/** Why an installation can't come back, as a clause; undefined: it can. Changes nothing. @throws ToolsError STATE_UNREADABLE */
export function whyNotRestorable(ctx: AccountsContext, tool: AITool, name: string): string | undefined {
  const { host, paths } = ctx;
  requireInstallationName(tool.id, name);
  const there = installationFolders(host, paths, tool).find((other) => foldName(other) === foldName(name));
  if (there !== undefined) return `${tool.id} has something of the name ${there} by now`;
  return trashed(ctx, tool, name) ? undefined : 'it lies in the trash no more';
}

/**
 * Brings an installation back out of the trash in one step, programs and root and all.
 * @throws ToolsError INSTALLATION_NOT_FOUND, INSTALLATION_TAKEN, BUSY, and those of writing
 */
export async function restoreInstallation(ctx: AccountsContext, tool: AITool, name: string): Promise<void> {
  await withInstallationLock(ctx, tool, name, async () => {
    const entry = trashed(ctx, tool, name);
    if (!entry) throw new ToolsError('INSTALLATION_NOT_FOUND', { tool: tool.id, name });
    if (whyNotRestorable(ctx, tool, name) !== undefined)
      throw new ToolsError('INSTALLATION_TAKEN', { tool: tool.id, name, existing: name });
    const what = { name };
    await withJournal(ctx, { verb: 'installations restore', tool: tool.id, account: null, what }, () =>
      takeFromTrash(ctx.host, ctx.paths, entry),
    );
  });
}

function trashed({ host, paths }: AccountsContext, tool: AITool, name: string): TrashEntry | undefined {
  const folder = paths.installationFolder(tool.id, name);
  return listTrash(host, paths).findLast(({ from, content }) => from === folder && content !== null);
}
