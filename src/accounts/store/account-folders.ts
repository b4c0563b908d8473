import { ToolsError } from '../../errors/index.ts';
import { errnoOf } from '../../platform/index.ts';
import { idProblem } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';

const accountId = /^[a-z0-9]{8}$/;

export function isAccountId(text: string): boolean {
  return accountId.test(text);
}

/** The tools that accounts are stored for, known or not. */
export function storedTools(ctx: AccountsContext): readonly string[] {
  return entriesOf(ctx, ctx.paths.accounts).filter((name) => idProblem(name) === undefined);
}

/** The account folders of a tool: what is in each is another question. */
export function accountIds(ctx: AccountsContext, tool: string): readonly string[] {
  return entriesOf(ctx, toolFolder(ctx, tool)).filter(isAccountId);
}

/**
 * accounts/<tool>
 * @throws ToolsError TOOL_NOT_FOUND for what can't be an id: it would lead out of our folder.
 */
export function toolFolder(ctx: AccountsContext, tool: string): string {
  if (idProblem(tool) !== undefined) throw new ToolsError('TOOL_NOT_FOUND', { tool });
  return ctx.host.path.join(ctx.paths.accounts, tool);
}

/** labels/<tool> @throws ToolsError TOOL_NOT_FOUND */
export function labelsFolder(ctx: AccountsContext, tool: string): string {
  if (idProblem(tool) !== undefined) throw new ToolsError('TOOL_NOT_FOUND', { tool });
  return ctx.host.path.join(ctx.paths.labels, tool);
}

/** What a folder holds, by code unit; nothing, where there is no folder. @throws ToolsError STATE_UNREADABLE */
export function entriesOf(ctx: AccountsContext, folder: string): readonly string[] {
  try {
    return [...ctx.host.files.readdir(folder)].sort();
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'ENOENT' || cause === 'ENOTDIR') return [];
    if (cause === undefined) throw error;
    throw new ToolsError('STATE_UNREADABLE', { path: folder, cause }, { cause: error });
  }
}
