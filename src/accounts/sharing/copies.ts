import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { SharedRoot } from './shared-root.ts';

/** What a merge of a directory that is copied, because no link can be made, did. Home paths. */
export interface MergedCopies {
  readonly pushed: readonly string[];
  readonly pulled: readonly string[];
  readonly conflicts: readonly { readonly path: string; readonly kept: string }[];
  /** Gone from one side, and too many to be believed. */
  readonly held: readonly string[];
  /** Links, sockets, pipes and devices: not copied. */
  readonly skipped: readonly string[];
  /** Another process is at it: nothing was done. */
  readonly isBusy: boolean;
}

export async function mergeCopies(
  _ctx: AccountsContext,
  _account: StoredAccount,
  _root: SharedRoot,
  _path: string,
  _options: { readonly pull?: boolean } = {},
): Promise<MergedCopies> {
  return { pushed: [], pulled: [], conflicts: [], held: [], skipped: [], isBusy: false };
}

export function canBeCopied(_ctx: AccountsContext, _folder: string): boolean {
  return false;
}

export function isCopied(
  _ctx: AccountsContext,
  _account: StoredAccount,
  _root: SharedRoot,
  _path: string,
): boolean {
  return false;
}
