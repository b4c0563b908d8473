import { ToolsError } from '../errors/index.ts';
import type { HeldLock } from '../state/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { readAccount } from './store/account-file.ts';
import { withAccountLock } from './store/account-lock.ts';
import { findStoredAccount } from './store/account-store.ts';
import { foldLabel } from './store/label.ts';
import { releaseOthers } from './store/label-claim.ts';
import { settleTool } from './store/settle-account.ts';
import { newLabel, takeLabel } from './store/take-label.ts';
import { changeAccountFile } from './store/update-account.ts';
import { quietly, withJournal } from './store/with-journal.ts';

/**
 * Gives an account another label; its home and its id stay. It changes at the one moment at which account.json is
 * replaced; whichever claim does not agree with that holds nothing.
 * @throws ToolsError SYSTEM_ACCOUNT_REFUSED, ACCOUNT_NOT_FOUND, LABEL_UNUSABLE, LABEL_TAKEN, LOGIN_UNDER_WAY, BUSY,
 *   STATE_DAMAGED, and those of writing
 */
export async function renameAccount(
  ctx: AccountsContext,
  tool: string,
  label: string,
  asked: string,
): Promise<StoredAccount> {
  const account = findStoredAccount(ctx, tool, label, 'rename');
  const renamed = newLabel(tool, asked, 'rename');
  await settleTool(ctx, tool);
  if (renamed === account.label) return account;
  return withAccountLock(ctx, account, (lock) => rename(ctx, account, renamed, lock));
}

async function rename(
  ctx: AccountsContext,
  account: StoredAccount,
  renamed: string,
  lock: HeldLock,
): Promise<StoredAccount> {
  const { tool, id, label } = account;
  const current = readAccount(ctx, tool, id);
  if (current?.label !== label) throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
  const what = { label, from: label, to: renamed };
  try {
    await takeLabel(ctx, tool, renamed, id);
    return await withJournal(ctx, { verb: 'rename', tool, account: id, what }, () =>
      changeAccountFile(ctx, account, { label: renamed }, lock),
    );
  } finally {
    quietly(() => {
      const now = readAccount(ctx, tool, id);
      if (now) releaseOthers(ctx, account, foldLabel(now.label), [label, renamed].map(foldLabel));
    });
  }
}
