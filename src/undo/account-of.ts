import { type AccountsContext, listAccounts, type StoredAccount, systemLabel } from '../accounts/index.ts';
import type { JournalRecord } from '../state/index.ts';
import { textIn } from './text-in.ts';

/** The account that a change was about, as it is now; undefined: it is gone, or can't be read. */
export function accountOf(ctx: AccountsContext, change: JournalRecord): StoredAccount | undefined {
  const tool = textIn(change, 'tool');
  return change.account === null ? undefined : accountOfId(ctx, tool, change.account);
}

/** What the account of that id is called now; undefined: it is gone. */
export function labelOf(ctx: AccountsContext, tool: string, id: string): string | undefined {
  return id === systemLabel ? systemLabel : accountOfId(ctx, tool, id)?.label;
}

function accountOfId(ctx: AccountsContext, tool: string, id: string): StoredAccount | undefined {
  return listAccounts(ctx, tool).find((each) => each.id === id)?.account;
}
