import { checkLayout } from '../../state/index.ts';
import type { Account } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { currentAccount } from '../store/update-account.ts';

/** Looked at anew: it was chosen, and our folder was found to be one that we know, before anybody watched. */
export function asItIs(ctx: AccountsContext, chosen: Account): Account {
  checkLayout(ctx.host, ctx.paths);
  return chosen.kind === 'system' ? chosen : currentAccount(ctx, chosen);
}
