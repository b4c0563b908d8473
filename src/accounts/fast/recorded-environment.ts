import type { AccountsContext } from '../context.ts';
import { environmentForShell, type ShellEnvironment } from '../launch/shell-environment.ts';
import { isStillThere } from './check-record.ts';
import type { LaunchRecord } from './launch-record.ts';
import { markShell } from './loaded-later.ts';

/**
 * What a shell does to be in the recorded account's environment, whose conditions hold; it is marked as the slow way
 * does. undefined: the account holds a key, or somebody has begun to change it.
 * @throws ToolsError where it can't be marked, and what the disk says
 */
export async function recordedEnvironment(
  ctx: AccountsContext,
  record: LaunchRecord,
): Promise<ShellEnvironment | undefined> {
  if (record.kind === 'key') return undefined;
  const { marks } = record.home;
  if (marks?.dirty) await markShell(ctx, record, marks.dirty);
  if (marks && !isStillThere(ctx, record, marks)) return undefined;
  return environmentForShell(ctx.host, record.environment, record.shell, record.label);
}
