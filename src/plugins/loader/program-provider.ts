import type { Account, Identity } from '../../accounts/index.ts';
import type { AITool } from '../../registry/index.ts';
import { accountSnapshot, identityIn } from './account-snapshot.ts';
import { callBounded } from './call-bounded.ts';
import type { Provided } from './point-providers.ts';

/** Who an account is, as a program says over the wire: of its own tool alone. @throws ToolsError as callBounded */
export async function programInfo(
  { ctx, plugin, at }: Provided,
  tool: AITool,
  account: Account,
): Promise<Identity | undefined> {
  if (tool.id !== at.name) return undefined;
  const { configDir } = accountSnapshot(ctx, tool, account);
  const ask = async (signal: AbortSignal) => {
    const program = plugin.program();
    const info = await program.accountInfo(configDir, signal);
    if (info === undefined && program.problem) throw program.problem;
    return info;
  };
  return identityIn(await callBounded(plugin.is.id, 'accountInfo', ask));
}

/** Carries a login over the wire. @throws ToolsError PLUGIN_WRITE_ABORTED, and why the program can't be asked */
export async function programCopy({ plugin }: Provided, from: string, to: string): Promise<void> {
  await plugin.program().credentialCopy(from, to);
}
