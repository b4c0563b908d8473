import type { Account } from '../../accounts/index.ts';
import type { AITool } from '../../registry/index.ts';
import { accountSnapshot, identityIn, type Seeing } from './account-snapshot.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { callBounded } from './call-bounded.ts';
import type { TablePoint } from './plugin-table.ts';

/** What a program gives for a point, over the wire: of its own tool alone. */
export function programProvider(ctx: Seeing, plugin: ActivePlugin, { point, name }: TablePoint): unknown {
  if (point === 'credentialCopy')
    return {
      tool: name,
      copy: async (from: string, to: string) => plugin.program().credentialCopy(from, to),
    };
  return async (tool: AITool, account: Account) => {
    if (tool.id !== name) return undefined;
    const { configDir } = accountSnapshot(ctx, tool, account);
    const ask = async (signal: AbortSignal) => {
      const program = plugin.program();
      const info = await program.accountInfo(configDir, signal);
      if (info === undefined && program.problem) throw program.problem;
      return info;
    };
    return identityIn(await callBounded(plugin.is.id, 'accountInfo', ask));
  };
}
