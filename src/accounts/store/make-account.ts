import { ToolsError } from '../../errors/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { type NewAccount, type Reservation, reserveAccount } from './reserve-account.ts';
import { withJournal } from './with-journal.ts';

/**
 * Makes an account: `fill` does in its place what has to be done there, and says what the account is. When that
 * fails nothing of the account stays.
 * @throws ToolsError as reserveAccount; what `fill` throws
 */
export async function makeAccount(
  ctx: AccountsContext,
  { tool, label, verb }: { readonly tool: string; readonly label: string; readonly verb: string },
  fill: (place: Reservation) => Promise<NewAccount>,
): Promise<StoredAccount> {
  const place = await reserveAccount(ctx, tool, label, verb);
  try {
    const fields = await fill(place);
    const { id: account, label: stored } = place;
    const entry = { verb, tool, account, what: { label: stored } };
    return await withJournal(ctx, entry, () => place.publish(fields));
  } catch (error) {
    // The first failure is the one to tell; what can't be cleared now is cleared by the next reservation.
    await place.abandon().catch((second) => {
      if (!(second instanceof ToolsError)) throw second;
    });
    throw error;
  }
}
