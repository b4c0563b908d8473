import {
  type AccountListing,
  type AccountsContext,
  accountStatus,
  type Choice,
  chooseAccount,
  type Identity,
  type StoredAccount,
  systemAccount,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type AITool, compareByCodePoint } from '../registry/index.ts';
import { hasLogin } from './has-login.ts';
import { type PlainError, plainError } from './plain-error.ts';

/** One row of `list`. */
export interface ListedAccount {
  readonly tool: string;
  /** The registry has this tool. */
  readonly known: boolean;
  readonly label: string | null;
  readonly id: string | null;
  readonly kind: 'login' | 'key' | 'system' | null;
  readonly home: string | null;
  readonly installation: string | null;
  /** What it shares with the other accounts of its root. */
  readonly sharing: StoredAccount['sharing'] | null;
  readonly identity: Identity | null;
  /** A launch here and now would use it. */
  readonly active: boolean;
  /** What says so. */
  readonly chosenBy: ChosenBy | null;
  readonly damage?: PlainError;
}

type ChosenBy = Pick<Choice, 'rule' | 'because'>;

/** What is stored, and for each tool the login in its own directory, where there is one. */
export async function listedAccounts(
  state: AccountsContext,
  tools: readonly AITool[],
  listings: readonly AccountListing[],
): Promise<readonly ListedAccount[]> {
  const active = new Map(tools.map((tool) => [tool.id, choiceIn(state, tool.id)]));
  const stored = listings.map((listing) => rowOf(state, listing, active.get(listing.tool)));
  const system = await Promise.all(tools.map((tool) => systemRow(state, tool, active.get(tool.id))));
  return [...stored, ...system.filter((row) => row !== undefined)].sort((a, b) =>
    compareByCodePoint(a.tool, b.tool),
  );
}

function rowOf(
  { host }: AccountsContext,
  { tool, id, known, account, damage }: AccountListing,
  choice: Choice | undefined,
): ListedAccount {
  return {
    tool,
    known,
    id,
    label: account?.label ?? null,
    kind: account?.kind ?? null,
    home: account?.home ?? null,
    installation: account?.installation ?? null,
    sharing: account?.sharing ?? null,
    identity: account?.identity ?? null,
    ...activeIn(choice, account?.label),
    ...(damage ? { damage: plainError(host, damage) } : {}),
  };
}

/** A missing answer is no reason not to list the rest. */
async function systemRow(
  state: AccountsContext,
  tool: AITool,
  choice: Choice | undefined,
): Promise<ListedAccount | undefined> {
  const system = systemAccount(tool.id);
  const found = await quietly(() => accountStatus(withoutPrograms(state), tool, system));
  if (!found || !hasLogin(found)) return undefined;
  return {
    tool: tool.id,
    known: true,
    label: system.label,
    id: null,
    kind: 'system',
    home: found.home,
    installation: null,
    sharing: null,
    identity: found.identity,
    ...activeIn(choice, system.label),
  };
}

/** A list starts nothing: what only a program of a plugin could say is what `status` asks for. */
function withoutPrograms(state: AccountsContext): AccountsContext {
  const { extensions } = state;
  return {
    ...state,
    extensions: {
      providers: (point) => extensions.providers(point).filter(({ isProgram }) => !isProgram),
    },
  };
}

function activeIn(
  choice: Choice | undefined,
  label: string | undefined,
): Pick<ListedAccount, 'active' | 'chosenBy'> {
  if (choice === undefined || choice.account.label !== label) return { active: false, chosenBy: null };
  const { rule, because } = choice;
  return { active: true, chosenBy: { rule, because } };
}

function choiceIn(state: AccountsContext, tool: string): Choice | undefined {
  try {
    return chooseAccount(state, tool);
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}

async function quietly<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}
