import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { systemAccount, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { listedSessions, requireQuiet, runningDaemons } from '../home/at-rest.ts';
import { relocationOf } from '../home/relocation.ts';
import { sharersOf } from '../store/sharers.ts';

/**
 * Nothing that is known to use the tool's own directory runs: what the tool lists, its daemons, and, where the
 * system tells, its programs that were given no directory of ours.
 * @throws ToolsError ACCOUNT_RUNNING
 */
export function requireSystemQuiet(ctx: AccountsContext, tool: AITool): void {
  const system = systemAccount(tool.id);
  const listed = listedSessions(ctx, tool, system);
  const daemons = runningDaemons(ctx, tool, system);
  const known = new Set([...listed, ...daemons.map(({ pid }) => pid)]);
  const started = startedBySystem(ctx, tool).filter((pid) => !known.has(pid));
  const who = [
    ...listed.map((pid) => `a session of the tool's own (process ${pid})`),
    ...daemons.map(({ what, pid }) => `${what} (process ${pid})`),
    ...started.map((pid) => `process ${pid}`),
  ];
  if (who.length > 0) throw new ToolsError('ACCOUNT_RUNNING', { tool: tool.id, label: systemLabel, who });
}

/** Whether the system tells who runs; where it does not, an editor may be at it unseen. */
export function canTellWhoRuns({ host }: AccountsContext): boolean {
  return host.processes.knowing(host.homeDir) !== undefined;
}

/** @throws ToolsError ACCOUNT_RUNNING when an account runs that shares by this root */
export function requireRootQuiet(ctx: AccountsContext, tool: AITool, root: string): void {
  for (const account of sharersOf(ctx, tool.id, root)) requireQuiet(ctx, tool, account);
}

/** Programs of the tool that know the user's home directory, and were given no other one to use. */
function startedBySystem(ctx: AccountsContext, tool: AITool): readonly number[] {
  const { processes, homeDir } = ctx.host;
  const elsewhere = [
    ...Object.keys(relocationOf(tool).own ?? {}).map((name) => `${name}=`),
    ctx.paths.accounts,
  ];
  return (processes.knowing(`HOME=${homeDir}\0`) ?? [])
    .filter(({ argv }) => argv.slice(0, 2).some((word) => isProgramOf(ctx, tool, word)))
    .filter(({ pid }) => !elsewhere.some((text) => processes.knows(pid, text) === true))
    .map(({ pid }) => pid);
}

function isProgramOf({ host }: AccountsContext, tool: AITool, word: string): boolean {
  const { names = [tool.id], npmPackage } = tool.executable ?? {};
  const isPackage = npmPackage !== undefined && word.includes(`/${npmPackage}/`);
  return isPackage || names.includes(host.path.basename(word).replace(/\.[cm]?js$/, ''));
}
