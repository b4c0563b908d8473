import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Identity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readIdentity } from '../home/identity.ts';
import {
  differenceOf,
  distinctNames,
  holderOf,
  recorded,
  requireOneIdentity,
} from '../home/identity-guard.ts';
import { identityOfPlugins } from '../home/who-is.ts';
import { updateAccount } from '../store/update-account.ts';
import { withJournal } from '../store/with-journal.ts';

/**
 * Accepts the organisation that the home names now, under the same subject.
 * @throws ToolsError NOT_LOGGED_IN when it names nobody, ACCOUNT_KIND_FIXED, IDENTITY_ALREADY_HELD,
 *   IDENTITY_MISMATCH when the subject is another one
 */
export async function confirmAccount(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<{ readonly account: StoredAccount; readonly before: Identity | null }> {
  const { tool: id, label } = account;
  if (account.kind === 'key') throw new ToolsError('ACCOUNT_KIND_FIXED', { tool: id, label, kind: 'key' });
  const reading = readIdentity(ctx, tool, account);
  requireOneIdentity(tool, account.label, reading);
  const found = reading.identity ?? (await identityOfPlugins(ctx, tool, account));
  const before = account.identity;
  if (!found) throw new ToolsError('NOT_LOGGED_IN', { tool: id, label });
  const holder = holderOf(ctx, tool, found, account.id)?.label;
  const facts = { tool: tool.id, label: account.label, ...distinctNames(before, found) };
  if (differenceOf(before, found) === 'subject') {
    throw new ToolsError('IDENTITY_MISMATCH', { ...facts, holder });
  }
  if (holder !== undefined) throw new ToolsError('IDENTITY_ALREADY_HELD', { ...facts, holder });
  const entry = { verb: 'account confirm', tool: id, account: account.id, what: { label } };
  const identity = recorded(ctx, found);
  const confirmed = await withJournal(ctx, entry, () => updateAccount(ctx, account, { identity }));
  return { account: confirmed, before };
}
