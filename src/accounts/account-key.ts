import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

/** What an account may be told apart by: a hash that is salted with its id, of no use anywhere else. */
export function keyFingerprint(_accountId: string, _key: string): string {
  throw new Error('not built yet');
}

/** The key that an account of kind `key` holds. @throws ToolsError KEY_NOT_FOUND, STATE_DAMAGED */
export function readKey(_ctx: AccountsContext, _account: StoredAccount): string {
  throw new Error('not built yet');
}

/** Puts another key in its place, and its fingerprint into account.json. @throws ToolsError KEY_UNUSABLE, BUSY, WRITE_FAILED */
export async function replaceKey(_ctx: AccountsContext, _account: StoredAccount, _key: string): Promise<StoredAccount> {
  throw new Error('not built yet');
}

/** Takes the key away (a logout). false: there was none. */
export async function removeKey(_ctx: AccountsContext, _account: StoredAccount): Promise<boolean> {
  throw new Error('not built yet');
}
