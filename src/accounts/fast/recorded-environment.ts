import { namesIn } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { environmentForShell, type ShellEnvironment } from '../launch/shell-environment.ts';
import { writeShellMark } from '../store/live-mark.ts';
import { markDirtyIn } from '../sync/mark-dirty.ts';
import { isStillThere } from './check-record.ts';
import type { LaunchRecord } from './launch-record.ts';

/**
 * What a shell does to be in the recorded account's environment, whose conditions hold; the shell is marked as the slow
 * way does. undefined: it holds a key, or somebody has begun to change it.
 * @throws ToolsError where it can't be marked, and what the disk says
 */
export function recordedEnvironment(
  ctx: AccountsContext,
  record: LaunchRecord,
): ShellEnvironment | undefined {
  const { kind, home, isSharing, account, tool, label } = record;
  if (kind === 'key') return undefined;
  if (isSharing && home.marks?.dirty) {
    // The home is dirty for as long as its shell is there, by whichever mark.
    if (!namesIn(ctx.host, home.marks.dirty).some((name) => name.startsWith(`${account}.`)))
      markDirtyIn(ctx.host, home.marks.dirty, account, ctx.host.processes.self);
    writeShellMark(ctx, { tool, id: account, label });
  }
  if (home.marks && !isStillThere(ctx, record, home.marks)) return undefined;
  return environmentForShell(ctx.host, record.environment, record.shell, label);
}
