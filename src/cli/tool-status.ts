import type { AccountListing, AccountStatus, AccountsContext } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';

type Accounts = typeof import('../accounts/index.ts');

/** What `status` says of one tool. */
export interface ToolStatus {
  readonly tool: string;
  /** null: no account is chosen; the reason is among the problems. */
  readonly chosen: { readonly account: string; readonly rule: string; readonly because: string } | null;
  readonly accounts: readonly AccountStatus[];
  readonly problems: readonly ToolsError[];
}

/** Everything that can be told of a tool's accounts; what can't be is a problem beside the rest. */
export async function toolStatus(
  accounts: Accounts,
  state: AccountsContext,
  tool: AITool,
): Promise<ToolStatus> {
  const problems: ToolsError[] = [];
  const chosen = noting(problems, () => {
    const { account, rule, because } = accounts.chooseAccount(state, tool.id);
    return { account: account.label, rule, because };
  });
  const listings = accounts.listAccounts(state, tool.id);
  for (const { damage } of listings) if (damage) problems.push(damage);
  const statuses = await Promise.all(
    listings.map((listing) => statusOf(accounts, state, tool, listing, problems)),
  );
  const system = await accounts
    .accountStatus(state, tool, { kind: 'system', tool: tool.id, label: accounts.systemLabel })
    .catch((error) => {
      note(problems, error);
      return undefined;
    });
  const known = statuses.filter((status) => status !== undefined);
  const isChosen = chosen?.account === accounts.systemLabel && (chosen.rule !== 'system' || known.length > 0);
  const isThere = system?.state === 'loggedIn' || system?.state === 'mismatch';
  return {
    tool: tool.id,
    chosen: chosen ?? null,
    accounts: system && (isThere || isChosen) ? [...known, system] : known,
    problems,
  };
}

async function statusOf(
  accounts: Accounts,
  state: AccountsContext,
  tool: AITool,
  { account }: AccountListing,
  problems: ToolsError[],
): Promise<AccountStatus | undefined> {
  if (!account) return undefined;
  try {
    return await accounts.accountStatus(state, tool, account);
  } catch (error) {
    note(problems, error);
    return undefined;
  }
}

function noting<Value>(problems: ToolsError[], ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch (error) {
    note(problems, error);
    return undefined;
  }
}

/** Ours are problems to show; anything else is a bug. */
function note(problems: ToolsError[], error: unknown): void {
  if (!(error instanceof ToolsError)) throw error;
  problems.push(error);
}
