import {
  type Account,
  type AccountStatus,
  type AccountsContext,
  accountStatus,
  bindingFilesHere,
  type Choice,
  chooseAccount,
  homeProblem,
  installationOf,
  judgeRequirement,
  listAccounts,
  requirementUnmet,
  systemAccount,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { hasLogin } from './has-login.ts';

/** What `status` says of one tool. */
export interface ToolStatus {
  readonly tool: string;
  /** null: no account is chosen; the reason is among the problems. */
  readonly chosen: (Pick<Choice, 'rule' | 'because'> & { readonly account: string }) | null;
  readonly accounts: readonly AccountStatus[];
  readonly problems: readonly ToolsError[];
}

/** Which accounts are meant; of all of them where nothing is said. */
interface Wanted {
  readonly label?: string | undefined;
  readonly installation?: string | undefined;
}

/** Everything that can be told of a tool's accounts, or of one; what can't be is a problem beside the rest. */
export async function toolStatus(
  state: AccountsContext,
  tool: AITool,
  { label, installation }: Wanted = {},
): Promise<ToolStatus> {
  const problems: ToolsError[] = [];
  const chosen = noting(problems, () => {
    const { account, rule, because } = chooseAccount(state, tool.id, label);
    noting(problems, () => requireWho(state, tool, account));
    return { account: account.label, rule, because };
  });
  const listings = listAccounts(state, tool.id);
  if (label === undefined) for (const { damage } of listings) if (damage) problems.push(damage);
  const system = systemAccount(tool.id);
  const asked = [...listings.flatMap(({ account }) => account ?? []), system].filter(
    (account) =>
      (label === undefined || account.label === label) &&
      (installation === undefined || installationOf(account) === installation),
  );
  const found = await Promise.all(asked.map((account) => statusOf(state, tool, account, problems)));
  const statuses = found.filter((status) => status !== undefined);
  return {
    tool: tool.id,
    chosen: chosen ?? null,
    accounts: statuses.filter((status) => status.kind !== 'system' || isWorthALine(status, chosen, statuses)),
    problems,
  };
}

/** A launch here and now would stop. */
function requireWho(state: AccountsContext, tool: AITool, account: Account): void {
  const judged = judgeRequirement(state, tool, account, bindingFilesHere(state));
  if (judged?.mode === 'refuse' && !judged.isMet) throw requirementUnmet(state, tool, account, judged);
}

/** The login in the tool's own directory: there, or chosen although there is something else to choose. */
function isWorthALine(
  status: AccountStatus,
  chosen: { readonly account: string; readonly rule: string } | undefined,
  all: readonly AccountStatus[],
): boolean {
  if (hasLogin(status)) return true;
  return chosen?.account === status.label && (chosen.rule !== 'system' || all.length > 1);
}

async function statusOf(
  state: AccountsContext,
  tool: AITool,
  account: Account,
  problems: ToolsError[],
): Promise<AccountStatus | undefined> {
  try {
    const gone = account.kind === 'system' ? undefined : homeProblem(state, account);
    if (gone) note(problems, gone);
    const status = await accountStatus(state, tool, account);
    if (status.state === 'mismatch') problems.push(unclear(status));
    return status;
  } catch (error) {
    note(problems, error);
    return undefined;
  }
}

/** Whoever it is: never a confident name. */
export function unclear({ tool, label, state, reason = state }: AccountStatus): ToolsError {
  return new ToolsError('LOGIN_UNCLEAR', { tool, label, reason });
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
  if (!problems.some(({ message }) => message === error.message)) problems.push(error);
}
