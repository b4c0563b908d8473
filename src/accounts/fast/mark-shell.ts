import { namesIn } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { writeShellMark } from '../store/live-mark.ts';
import { markDirtyIn } from '../sync/mark-dirty.ts';
import type { LaunchRecord } from './launch-record.ts';

/**
 * Marks the shell that is given the environment of an account that shares, and its home, as the slow way does.
 * @throws ToolsError as writeShellMark
 */
export async function markShell(
  ctx: AccountsContext,
  { account, label, tool }: LaunchRecord,
  dirty: string,
): Promise<void> {
  // The home is dirty for as long as its shell is there, by whichever mark.
  if (!namesIn(ctx.host, dirty).some((name) => name.startsWith(`${account}.`)))
    markDirtyIn(ctx.host, dirty, account, ctx.host.processes.self);
  writeShellMark(ctx, { tool, id: account, label });
}
