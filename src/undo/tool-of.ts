import type { AccountsContext } from '../accounts/index.ts';
import type { AITool } from '../registry/index.ts';
import type { JournalRecord } from '../state/index.ts';
import { changedSince } from './changed-since.ts';
import { textIn } from './text-in.ts';

/**
 * The tool that a change was about.
 * @throws ToolsError UNDO_CHANGED_SINCE where it is no longer known, UNDO_NOT_NOTED where none is noted
 */
export function toolOf(ctx: AccountsContext, change: JournalRecord): AITool {
  const id = textIn(change, 'tool');
  const tool = ctx.registry.tool(id);
  if (tool) return tool;
  throw changedSince(change, `no tool "${id}" is known`);
}
