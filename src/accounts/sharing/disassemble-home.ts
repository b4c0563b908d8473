import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';

export interface Disassembly {
  /** Home paths; what lies at or below one of them. Default: all. */
  readonly paths?: readonly string[];
  /** A real copy of what is shared takes the place of each link. */
  readonly copy?: boolean;
}

export async function disassembleHome(
  _ctx: AccountsContext,
  _tool: AITool,
  _account: StoredAccount,
  _options: Disassembly = {},
): Promise<readonly string[]> {
  return [];
}
