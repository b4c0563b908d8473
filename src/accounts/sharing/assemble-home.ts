import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';

/** What became of a home when its shared parts were put in their places. */
export interface Assembly {
  /** Paths that are links into the shared root. */
  readonly linked: readonly string[];
  /** Directories that are copies, where no link can be made. */
  readonly copied: readonly string[];
  /** What stays the account's own although it could be shared. */
  readonly kept: readonly KeptPath[];
  /** Links that were missing, led nowhere, or led elsewhere. */
  readonly repaired: readonly string[];
  /** What lay in the home and was moved into the shared root. */
  readonly drained: readonly string[];
  /** Copies that lost to what is shared, and where they lie. */
  readonly conflicts: readonly { readonly path: string; readonly kept: string }[];
}

export interface KeptPath {
  readonly path: string;
  /**
   * `retention`: the tool would delete from it; `unguarded`: its guard is not shared; `noLinks`: no link can be made
   * here; `conflict`: a link that somebody made lies there; `busy`: the account is in use; `excepted`: it was asked for.
   */
  readonly why: 'retention' | 'unguarded' | 'noLinks' | 'conflict' | 'busy' | 'excepted';
}

export async function assembleHome(
  _ctx: AccountsContext,
  _tool: AITool,
  _account: StoredAccount,
): Promise<Assembly> {
  return { linked: [], copied: [], kept: [], repaired: [], drained: [], conflicts: [] };
}

export function isAssembled(_ctx: AccountsContext, _tool: AITool, account: StoredAccount): boolean {
  return !account.sharing.on;
}
