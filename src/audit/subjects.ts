import {
  type Account,
  type AccountsContext,
  accountIds,
  foreignHome,
  type HomePaths,
  homeProblem,
  listAccounts,
  pathsOf,
  type StoredAccount,
  storedTools,
  systemAccount,
  unfinishedAccounts,
} from '../accounts/index.ts';
import type { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { type Book, everyClaim } from './book.ts';

/** Somebody whose login lies somewhere: an account, or the login in a tool's own directory. */
export interface Subject {
  readonly tool: AITool;
  readonly account: Account;
  /** `tool#label` */
  readonly name: string;
  readonly paths: HomePaths;
}

/** What was asked for; the others are looked at only for what they have in common with it. */
export interface Focus {
  readonly tools: readonly AITool[];
  readonly label?: string | undefined;
}

export function isInFocus({ tools, label }: Focus, { tool, account }: Subject): boolean {
  return tools.includes(tool) && (label === undefined || account.label === label);
}

/** Everybody; of whom nothing can be looked at is a gap. */
export function subjectsOf(ctx: AccountsContext, focus: Focus, book: Book): readonly Subject[] {
  const known = ctx.registry.all().flatMap((tool) => subjectsOfTool(ctx, tool, focus, book));
  for (const id of storedTools(ctx))
    if (!ctx.registry.tool(id) && accountIds(ctx, id).length > 0)
      book.gap(['oneStore'], { what: `accounts of ${id}`, why: 'no descriptor says where their logins lie' });
  return known;
}

function subjectsOfTool(ctx: AccountsContext, tool: AITool, focus: Focus, book: Book): readonly Subject[] {
  const listings = listAccounts(ctx, tool.id);
  const asked =
    focus.label === undefined ? undefined : listings.find(({ account }) => account?.label === focus.label);
  const miss = (id: string, what: string, problem: ToolsError | string): void => {
    const isAsked = focus.tools.includes(tool) && (focus.label === undefined || asked?.id === id);
    const concerned = isAsked ? everyClaim : (['oneStore'] as const);
    book.gap(concerned, { what, why: typeof problem === 'string' ? problem : problem.message });
  };
  for (const id of unfinishedAccounts(ctx, tool.id))
    miss(id, ctx.paths.accountFolder(tool.id, id), 'an account that is being made, or never was finished');
  const stored = listings.flatMap(({ id, account, damage }): Subject[] => {
    if (damage) miss(id, ctx.paths.accountFolder(tool.id, id), damage);
    const problem = account && (homeProblem(ctx, account) ?? foreignHome(ctx, tool, account));
    if (account && problem) miss(id, nameOf(account), problem);
    return account && !problem ? [subjectOf(ctx, tool, account)] : [];
  });
  return [...stored, subjectOf(ctx, tool, systemAccount(tool.id))];
}

export interface AccountSubject extends Subject {
  readonly account: StoredAccount;
}

export function isAccount(subject: Subject): subject is AccountSubject {
  return subject.account.kind !== 'system';
}

function subjectOf(ctx: AccountsContext, tool: AITool, account: Account): Subject {
  return { tool, account, name: nameOf(account), paths: pathsOf(ctx, tool, account) };
}

function nameOf({ tool, label }: Account): string {
  return `${tool}#${label}`;
}
