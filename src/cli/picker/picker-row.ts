import {
  type Account,
  type AccountListing,
  type AccountStatus,
  type AccountsContext,
  accountStatus,
  type Choice,
  chooseAccount,
  describeIdentity,
  lastUsed,
  listAccounts,
  type StoredAccount,
  systemAccount,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { quietly } from '../../state/index.ts';
import { activeBy } from '../active-by.ts';
import { agoInWords } from '../ago.ts';
import { hasLogin } from '../has-login.ts';
import type { Report } from '../report.ts';

/** An account that can be picked, with all of it that is known without looking into its home. */
export interface PickerRow {
  readonly tool: string;
  readonly toolName: string;
  readonly label: string;
  readonly who: string;
  readonly plan: string;
  /** Why a launch here would use it; empty: it would not. */
  readonly active: string;
  /** When, in words; empty: it can't be told. */
  readonly used: string;
  /** What else is to be said of it, by name. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Whose login can be asked about. */
  readonly account: Account | undefined;
}

/** Every account, and the logins in the tools' own directories. Reads files of this disk alone. */
export async function readRows(state: AccountsContext): Promise<readonly PickerRow[]> {
  const tools = state.registry.all();
  const listings = listAccounts(state);
  const rows: PickerRow[] = [];
  for (const tool of tools) {
    const choice = quietly(() => chooseAccount(state, tool.id));
    const own = listings.filter((listing) => listing.tool === tool.id);
    rows.push(...own.map((listing) => storedRow(state, tool, listing, choice)));
    const system = await systemRow(state, tool, choice);
    if (system) rows.push(system);
  }
  return rows;
}

/** Whether somebody is logged in; asked of those rows alone that are shown. */
export async function loginOf(
  state: AccountsContext,
  { tool: id, account }: PickerRow,
): Promise<AccountStatus['state'] | undefined> {
  const tool = state.registry.tool(id);
  if (!tool || !account) return undefined;
  try {
    return (await accountStatus(state, tool, account)).state;
  } catch (error) {
    if (error instanceof ToolsError) return 'unknown';
    throw error;
  }
}

/** As it is shown: what came from files can't act on the terminal, and no secret is in it. */
export function cleanRow(row: PickerRow, report: Pick<Report, 'clean'>): PickerRow {
  return {
    ...row,
    label: report.clean(row.label),
    who: report.clean(row.who),
    plan: report.clean(row.plan),
    active: report.clean(row.active),
    facts: row.facts.map(([name, value]) => [name, report.clean(value)]),
  };
}

function storedRow(
  state: AccountsContext,
  tool: AITool,
  { id, account, damage }: AccountListing,
  choice: Choice | undefined,
): PickerRow {
  const names = { tool: tool.id, toolName: tool.displayName };
  if (!account) {
    const facts = [['Damaged', damage?.message ?? '']] as const;
    const nothing = { plan: '', active: '', used: '', account };
    return { ...names, label: id, who: `damaged: ${damage?.code}`, facts, ...nothing };
  }
  return {
    ...names,
    label: account.label,
    who: account.identity ? describeIdentity(account.identity) : account.kind === 'key' ? 'key' : '',
    plan: account.identity?.plan ?? '',
    active: isChosen(account, choice) && choice ? activeBy(choice) : '',
    used: usedInWords(state, account),
    facts: factsOf(account, isChosen(account, choice) ? choice : undefined),
    account,
  };
}

/** The login in the tool's own directory: there, or chosen. */
async function systemRow(
  state: AccountsContext,
  tool: AITool,
  choice: Choice | undefined,
): Promise<PickerRow | undefined> {
  const account = systemAccount(tool.id);
  const status = await accountStatus(state, tool, account).catch((error: unknown) => {
    if (error instanceof ToolsError) return undefined;
    throw error;
  });
  const isActive = choice !== undefined && isChosen(account, choice);
  const isThere = status !== undefined && (hasLogin(status) || status.identity !== null);
  if (!status || (!isThere && !(isActive && choice.rule !== 'system'))) return undefined;
  return {
    tool: tool.id,
    toolName: tool.displayName,
    label: account.label,
    who: status.identity ? describeIdentity(status.identity) : '',
    plan: status.identity?.plan ?? '',
    active: isActive ? activeBy(choice) : '',
    used: '',
    facts: [
      ['Directory', `${status.home}, the tool's own`],
      ...(isActive ? [['Active', choice.because] as const] : []),
    ],
    account,
  };
}

function isChosen(account: Account, choice: Choice | undefined): boolean {
  return choice?.account.label === account.label;
}

function factsOf(account: StoredAccount, choice: Choice | undefined): PickerRow['facts'] {
  const { home, root, installation, sharing, createdAt, id } = account;
  const shares = sharing.on
    ? ['yes', ...(sharing.except.length > 0 ? [`but for ${sharing.except.join(', ')}`] : [])].join(', ')
    : 'no';
  return [
    ...(choice ? [['Active', choice.because] as const] : []),
    ['Directory', home],
    ['Installation', root === installation ? installation : `${installation}, on the root ${root}`],
    ['Shares', shares],
    ['Made', createdAt.slice(0, 10)],
    ['Id', id],
  ];
}

function usedInWords(state: AccountsContext, account: StoredAccount): string {
  const used = lastUsed(state, account);
  if (used === undefined) return '';
  if (used === 'now') return 'running';
  return used === 'never' ? 'not used yet' : `used ${agoInWords(used, state.host.now())}`;
}
