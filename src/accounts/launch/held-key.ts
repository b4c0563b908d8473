import type { Account } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readKey, requireOneKey } from '../store/account-key.ts';
import { resolveSecret } from './loaded-later.ts';

/**
 * The key of an account that holds one, or names who does; undefined for any other. To be asked last of all before
 * a start: it may mean unlocking something.
 * @throws ToolsError KEY_MISSING, KEY_UNCLEAR, SECRET_UNRESOLVED, SECRET_REF_UNUSABLE, STATE_DAMAGED, STATE_UNREADABLE
 */
export async function heldKey(ctx: AccountsContext, account: Account): Promise<string | undefined> {
  if (account.kind !== 'key') return undefined;
  if (account.keyFrom === undefined) return readKey(ctx, account);
  requireOneKey(ctx, account);
  return resolveSecret(ctx, account, account.keyFrom);
}
