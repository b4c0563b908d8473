import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';

export const depthVariable = 'AI_TOOLS_DEPTH';
/** Tools do start tools, but not that deep; each level is a process that waits. */
const deepest = 20;

/**
 * Counts starts within starts. A script of the user's that bears the tool's name and calls us would be found again
 * by each start, until the computer has no room for one more.
 * @returns the variable by which the next start knows
 * @throws ToolsError LAUNCH_LOOP
 */
export function launchDepth(
  { host }: AccountsContext,
  tool: Pick<AITool, 'id'>,
  file: string,
): Record<string, string> {
  const outer = Number.parseInt(host.env[depthVariable] ?? '', 10) || 0;
  if (outer >= deepest) throw new ToolsError('LAUNCH_LOOP', { tool: tool.id, file, times: outer });
  return { [depthVariable]: String(outer + 1) };
}
