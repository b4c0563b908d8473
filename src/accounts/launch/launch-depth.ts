import { ToolsError } from '../../errors/index.ts';
import { checksum } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';

/** How many starts we are in, which program the last one was of and, if the one before it was the same, when it was. */
export const depthVariable = 'AI_TOOLS_DEPTH';
/** Tools do start tools, but not that deep; each level is a process that waits. */
const deepest = 20;
/** Milliseconds in which no tool that is at work has itself started twice over. */
const soon = 10_000;

/**
 * Counts starts within starts. A script of the user's that bears the tool's name and calls us would be found again
 * by each start, until the computer has no room for one more: it shows by how soon it does so.
 * @returns the variable by which the next start knows
 * @throws ToolsError LAUNCH_LOOP
 */
export function launchDepth(
  { host }: AccountsContext,
  tool: Pick<AITool, 'id'>,
  file: string,
): Record<string, string> {
  const [count = '', last, at = ''] = (host.env[depthVariable] ?? '').split(' ');
  const outer = Number.parseInt(count, 10) || 0;
  const now = host.now().getTime();
  const isSame = last === checksum(file);
  // A clock that was put back says nothing against it.
  const isSoon = isSame && Math.abs(now - Number.parseInt(at, 10)) < soon;
  if (outer >= deepest || isSoon) throw new ToolsError('LAUNCH_LOOP', { tool: tool.id, file, times: outer });
  return isSame
    ? { [depthVariable]: `${outer + 1} ${checksum(file)} ${now}` }
    : { [depthVariable]: depthOf(file, outer + 1) };
}

/** What the first start of a program hands on. */
export function depthOf(file: string, depth = 1): string {
  return `${depth} ${checksum(file)}`;
}
