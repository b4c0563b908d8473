import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { type DaemonPart, requireQuiet, runningDaemons } from '../home/at-rest.ts';
import { pathsOf } from '../home/home-paths.ts';
import { notices } from '../notices.ts';
import { bringToRest } from './bring-to-rest.ts';

/**
 * A daemon goes on with the login that it was started with. One that is older than the login file may hold
 * another one than the file says: it is stopped, where nobody uses it. A tool that reads its files anew is
 * spared.
 * @throws ToolsError DAEMON_OUTDATED when something else of the account runs, ACCOUNT_RUNNING when it does not stop
 */
export async function requireFreshDaemons(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<void> {
  if (tool.rereads || (tool.daemons ?? []).length === 0) return;
  const replaced = loginReplacedAt(ctx, tool, account);
  if (replaced === undefined) return;
  const [outdated] = runningDaemons(ctx, tool, account).filter((part) => isOlder(ctx, part, replaced));
  if (!outdated) return;
  const { what, pid } = outdated;
  requireNobodyElse(ctx, tool, account, outdated);
  ctx.tell(notices.daemonStopped({ what, pid, tool: tool.id, label: account.label }));
  await bringToRest(ctx, tool, account);
}

/** When a file that holds the login was last written; undefined: there is none. */
function loginReplacedAt(ctx: AccountsContext, tool: AITool, account: StoredAccount): number | undefined {
  const paths = pathsOf(ctx, tool, account);
  const times = (tool.login ?? [])
    .filter(({ usable, format }) => usable !== undefined || format === 'binary')
    .flatMap((part) => ctx.host.files.stat(paths.fileOf(part))?.mtimeMs ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** Where the system does not tell a start, the file in which the daemon notes its pid does. */
function isOlder({ host }: AccountsContext, { pid, pidFile }: DaemonPart, replaced: number): boolean {
  const started = host.processes.startTimeOf(pid)?.getTime() ?? host.files.stat(pidFile)?.mtimeMs;
  return started !== undefined && started + inaccuracy < replaced;
}

/** Milliseconds. A daemon that reads its login within the second it starts in is not called old. */
const inaccuracy = 1000;

function requireNobodyElse(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { what, pid }: DaemonPart,
): void {
  try {
    requireQuiet(ctx, tool, account);
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'ACCOUNT_RUNNING') throw error;
    const { who } = error.data as { readonly who: readonly string[] };
    throw new ToolsError(
      'DAEMON_OUTDATED',
      { tool: tool.id, label: account.label, what, pid, who },
      { cause: error },
    );
  }
}
