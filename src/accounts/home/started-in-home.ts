import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';

/**
 * The pids of running programs of the tool that were given this home, whoever started them; none where the system
 * does not tell. A shell or an editor that was given it too is none: its command line does not name the tool.
 */
export function startedInHome(
  { host }: AccountsContext,
  tool: AITool,
  account: Pick<StoredAccount, 'home'>,
): readonly number[] {
  const names = tool.executable?.names ?? [tool.id];
  return (host.processes.knowing(account.home) ?? [])
    .filter(({ argv }) => argv.some((word) => names.some((name) => word.includes(name))))
    .map(({ pid }) => pid);
}
