import { type AccountsContext, chooseAccount } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { namesIn } from '../state/index.ts';
import { bareAccount } from '../surfaces/index.ts';

/**
 * Where what was just chosen is not what a launch here would use: what goes before it. That may name an account
 * that is gone, and what was asked for is done all the same.
 */
export function usedInstead(state: AccountsContext, tool: string, label: string): string | undefined {
  try {
    const { account, because } = chooseAccount(state, tool);
    return account.label === label ? undefined : `here ${account.label} is used all the same: ${because}`;
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    return `here no account can be used: ${error.message} ${error.hint}`;
  }
}

/** Where the bare name starts the tool itself, with another account than the one just chosen. */
export async function bareNameNews(
  state: AccountsContext,
  tool: AITool,
  label: string,
): Promise<string | undefined> {
  const isFollowed = namesIn(state.host, state.paths.shells).some((name) => name.startsWith('hook.'));
  const account = isFollowed ? undefined : await bareAccount(state, tool);
  if (!account || account === label) return undefined;
  return `a bare ${tool.executable?.names[0] ?? tool.id} still uses ${account}: tools shim enable ${tool.id}`;
}
