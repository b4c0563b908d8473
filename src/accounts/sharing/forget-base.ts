import { removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { entriesOf } from '../store/account-folders.ts';
import { encodePath } from './encode-path.ts';

/**
 * A file of a home is not what it was: its next merge is the first one, and deletes nothing. To be called before
 * something of ours is put into its place.
 * @throws ToolsError REMOVE_FAILED
 */
export function forgetBase(
  ctx: AccountsContext,
  { tool, id }: Pick<StoredAccount, 'tool' | 'id'>,
  homePath: string,
): void {
  const { host, paths } = ctx;
  const bases = host.path.join(paths.accountFolder(tool, id), 'base');
  for (const root of entriesOf(ctx, bases))
    removeTree(host, host.path.join(bases, root, `${encodePath(homePath)}.json`));
}
