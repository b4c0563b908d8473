import { removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { basesFolder } from './file-base.ts';

/**
 * Forgets what the account agreed on with a root, or with every root: the next sync is a first meeting, which
 * deletes nothing.
 * @throws ToolsError REMOVE_FAILED
 */
export function voidBase(
  ctx: AccountsContext,
  account: Pick<StoredAccount, 'tool' | 'id'>,
  rootId?: string,
): void {
  removeTree(ctx.host, basesFolder(ctx, account, rootId));
}
