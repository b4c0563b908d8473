import type { Account } from './account.ts';
import type { AccountsContext } from './context.ts';

/** The global default of a tool. `removed`: there was one, and it is gone, so nothing is chosen. */
export type DefaultChoice =
  | { readonly state: 'none' }
  | { readonly state: 'removed' }
  | { readonly state: 'account'; readonly id: string }
  | { readonly state: 'system' };

/** @throws ToolsError STATE_DAMAGED */
export function readDefault(_ctx: AccountsContext, _tool: string): DefaultChoice {
  throw new Error('not built yet');
}

/** @throws ToolsError WRITE_FAILED */
export async function setDefault(_ctx: AccountsContext, _account: Account): Promise<void> {
  throw new Error('not built yet');
}

/** Leaves a tombstone where a default was: from then on nothing is chosen. false: there was no default. */
export async function clearDefault(_ctx: AccountsContext, _tool: string): Promise<boolean> {
  throw new Error('not built yet');
}
