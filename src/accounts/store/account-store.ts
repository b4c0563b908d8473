import { ToolsError } from '../../errors/index.ts';
import { closestName, compareByCodePoint } from '../../registry/index.ts';
import { type Account, type StoredAccount, systemAccount, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf, readAccount } from './account-file.ts';
import { accountIds, entriesOf, labelsFolder, storedTools } from './account-folders.ts';
import { foldLabel, labelProblem } from './label.ts';
import { claimedId, labelClaims } from './label-claim.ts';

/** One account folder: what it holds, or what is wrong with it. */
export interface AccountListing {
  readonly tool: string;
  readonly id: string;
  /** The registry has this tool. */
  readonly known: boolean;
  readonly account?: StoredAccount;
  /** The account is there, but can't be read: STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE. */
  readonly damage?: ToolsError;
  /** What a damaged account is called, in folded form, where its claim tells. */
  readonly claimed?: string;
}

/**
 * Every account, or one tool's, by tool and label, damaged ones last. Reads only what it lists, never locks, and
 * never fails for one damaged account.
 * @throws ToolsError STATE_UNREADABLE when a folder of ours can't be listed
 */
export function listAccounts(ctx: AccountsContext, tool?: string): readonly AccountListing[] {
  return (tool === undefined ? storedTools(ctx) : [tool]).flatMap((name) =>
    accountIds(ctx, name)
      .flatMap((id) => listingOf(ctx, name, id) ?? [])
      .sort(byLabel),
  );
}

/** Labels of a tool that begin so, `most` of them at the most. No other account is read. */
export function labelsStartingWith(
  ctx: AccountsContext,
  tool: string,
  begun: string,
  most: number,
): readonly string[] {
  const folded = foldLabel(begun);
  const claims = entriesOf(ctx, labelsFolder(ctx, tool)).filter(
    (name) => name.startsWith(folded) && !name.startsWith('.'),
  );
  return claims.slice(0, most).flatMap((name) => {
    const account = accountClaiming(ctx, tool, name);
    return account && foldLabel(account.label) === name ? account.label : [];
  });
}

/** The account that a claim names, if it is there and can be read, whatever it is called. No other is read. */
export function accountClaiming(
  ctx: AccountsContext,
  tool: string,
  folded: string,
): StoredAccount | undefined {
  const id = claimedId(ctx, tool, folded);
  return id ? listingOf(ctx, tool, id)?.account : undefined;
}

/**
 * The account of exactly that label, its home present. `system` is always there. `because` says who chose it.
 * @throws ToolsError ACCOUNT_NOT_FOUND, ACCOUNT_HOME_MISSING, ACCOUNT_HOME_UNUSABLE, STATE_DAMAGED
 */
export function findAccount(ctx: AccountsContext, tool: string, label: string, because?: string): Account {
  if (label === systemLabel) return systemAccount(tool);
  return withHome(ctx, findLabel(ctx, tool, label, { because }));
}

/**
 * As findAccount, for verbs that never act on `system`; the home may be gone.
 * @throws ToolsError SYSTEM_ACCOUNT_REFUSED, ACCOUNT_NOT_FOUND, STATE_DAMAGED
 */
export function findStoredAccount(
  ctx: AccountsContext,
  tool: string,
  label: string,
  verb: string,
): StoredAccount {
  if (label === systemLabel) throw new ToolsError('SYSTEM_ACCOUNT_REFUSED', { tool, verb });
  return findLabel(ctx, tool, label, { verb });
}

/** The account, if its home can be used. @throws ToolsError ACCOUNT_HOME_MISSING, ACCOUNT_HOME_UNUSABLE */
export function withHome(ctx: AccountsContext, account: StoredAccount): StoredAccount {
  const problem = homeProblem(ctx, account);
  if (problem) throw problem;
  return account;
}

/** What is wrong with an account's home: ACCOUNT_HOME_MISSING, ACCOUNT_HOME_UNUSABLE, or nothing. */
export function homeProblem(ctx: AccountsContext, account: StoredAccount): ToolsError | undefined {
  const { tool, id, label, home } = account;
  if (!ctx.host.path.isAbsolute(home)) {
    return new ToolsError('ACCOUNT_HOME_UNUSABLE', { tool, label, home, path: accountFileOf(ctx, tool, id) });
  }
  if (ctx.host.files.stat(home)?.isDirectory()) return undefined;
  return new ToolsError('ACCOUNT_HOME_MISSING', { tool, label, home });
}

/**
 * The account of that label, if there is one. Of several, by a hand in account.json, it is the one that holds the
 * claim; where none does, nobody can say whose login is meant.
 * @throws ToolsError STATE_DAMAGED
 */
export function accountOfLabel(ctx: AccountsContext, tool: string, asked: string): StoredAccount | undefined {
  const label = asked.normalize('NFC');
  // A text that is no label could lead out of the folder of claims.
  const id = labelProblem(label) === undefined ? claimedId(ctx, tool, foldLabel(label)) : undefined;
  const claimed = id ? readAccount(ctx, tool, id) : undefined;
  if (claimed?.label === label) return claimed;
  // Claims may be missing, or ahead of a rename that was cut off: the accounts themselves decide.
  const [found, other] = storedAccounts(ctx, tool).filter((account) => account.label === label);
  if (!found || !other) return found;
  const problem = `the account ${found.id} has the label ${JSON.stringify(label)}, too`;
  throw new ToolsError('STATE_DAMAGED', { path: accountFileOf(ctx, tool, other.id), offset: 0, problem });
}

function storedAccounts(ctx: AccountsContext, tool: string): readonly StoredAccount[] {
  return listAccounts(ctx, tool).flatMap(({ account }) => account ?? []);
}

function findLabel(
  ctx: AccountsContext,
  tool: string,
  asked: string,
  facts: { readonly because?: string | undefined; readonly verb?: string },
): StoredAccount {
  const found = accountOfLabel(ctx, tool, asked);
  if (found) return found;
  const label = asked.normalize('NFC');
  const closest = closestName(
    label,
    storedAccounts(ctx, tool).map((account) => account.label),
  );
  throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label, ...facts, closest });
}

function listingOf(ctx: AccountsContext, tool: string, id: string): AccountListing | undefined {
  const known = ctx.registry.tool(tool) !== undefined;
  try {
    const account = readAccount(ctx, tool, id);
    return account && { tool, id, known, account };
  } catch (damage) {
    if (!(damage instanceof ToolsError)) throw damage;
    if (!ctx.host.files.stat(ctx.paths.accountFolder(tool, id))?.isDirectory()) return undefined;
    const claimed = [...labelClaims(ctx, tool)].find(([, holder]) => holder === id)?.[0];
    return { tool, id, known, damage, ...(claimed === undefined ? {} : { claimed }) };
  }
}

function byLabel(a: AccountListing, b: AccountListing): number {
  if (!a.account || !b.account)
    return Number(!a.account) - Number(!b.account) || compareByCodePoint(a.id, b.id);
  return compareByCodePoint(a.account.label, b.account.label) || compareByCodePoint(a.id, b.id);
}
