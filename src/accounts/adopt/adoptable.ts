import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { isLink } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { systemPaths } from '../home/home-paths.ts';
import { requireIsolation } from '../home/relocation.ts';
import { sharePlan } from '../sharing/share-plan.ts';

/**
 * Whether the tool's own directory can be joined to a root, here and now: by what is known of the tool, never by
 * its name.
 * @throws ToolsError TOOL_NOT_ISOLATABLE, ADOPT_NOT_SUPPORTED
 */
export function requireAdoptable(ctx: AccountsContext, tool: AITool): void {
  requireIsolation(tool);
  const reason = reasonAgainst(ctx, tool);
  if (reason !== undefined) throw new ToolsError('ADOPT_NOT_SUPPORTED', { tool: tool.id, reason });
}

function reasonAgainst(ctx: AccountsContext, tool: AITool): string | undefined {
  const { host } = ctx;
  if (host.platform === 'win32')
    return 'nobody has seen how programs on Windows take to links in their own directory';
  const isProven = sharePlan(host, tool).some(
    ({ how, fact }) => how === 'link' && fact.kind === 'directory' && fact.linkSafe,
  );
  if (!isProven) return 'no directory of its sessions has been seen to work as a link';
  const directory = systemPaths(ctx, tool).rootOf('config');
  const stat = host.files.lstat(directory);
  if (!stat) return `there is no ${directory}`;
  if (isLink(host, directory, stat)) return `${directory} is a link, and what it leads to is somebody's own`;
  return stat.isDirectory() ? undefined : `${directory} is not a directory`;
}
