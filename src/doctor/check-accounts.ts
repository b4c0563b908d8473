import {
  type AccountStatus,
  type AccountsContext,
  accountStatus,
  describeIdentity,
  foreignHome,
  homeProblem,
  type Identity,
  isVariableRef,
  listAccounts,
  readKey,
  requireOneKey,
  type StoredAccount,
  sourceProblem,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { attempt, type Check, type Find } from './check.ts';

/** Damaged and unreadable accounts, homes that are gone, logins that contradict themselves or each other. */
export const checkAccounts: Check = async (ctx, tools, find) => {
  for (const { damage } of listAccounts(ctx)) if (damage) find(damage);
  for (const tool of tools) {
    const statuses: AccountStatus[] = [];
    for (const { account } of listAccounts(ctx, tool.id)) {
      const problem = account && (homeProblem(ctx, account) ?? foreignHome(ctx, tool, account));
      if (problem) find(problem);
      else if (account)
        await attempt(find, async () => void statuses.push(await accountStatus(ctx, tool, account)));
    }
    for (const { account } of listAccounts(ctx, tool.id))
      if (account?.kind === 'key') checkKey(ctx, account, find);
    for (const { label, state, reason } of statuses) {
      if (state === 'mismatch')
        find(new ToolsError('LOGIN_UNCLEAR', { tool: tool.id, label, reason: reason ?? state }));
    }
    findShared(tool, statuses, find);
  }
};

/** One that was logged out has no key, and that is no fault. */
function checkKey(ctx: AccountsContext, account: StoredAccount, find: Find): void {
  try {
    requireOneKey(ctx, account);
    if (account.keyFrom === undefined) readKey(ctx, account);
    else checkSource(ctx, account, account.keyFrom, find);
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
    if (error.code !== 'KEY_MISSING') find(error);
  }
}

/** A variable may be set where the account is used, and only there. */
function checkSource(
  ctx: AccountsContext,
  { tool, label }: StoredAccount,
  keyFrom: string,
  find: Find,
): void {
  const why = sourceProblem(ctx, keyFrom);
  if (why !== undefined && !isVariableRef(keyFrom))
    find(new ToolsError('SECRET_SOURCE_MISSING', { tool, label, why }));
}

/** Two accounts with one identity are two names for one login. */
function findShared(tool: AITool, statuses: readonly AccountStatus[], find: Find): void {
  const holders = new Map<string, AccountStatus[]>();
  for (const status of statuses) {
    const key = identityKey(status.identity);
    if (key !== undefined) holders.set(key, [...(holders.get(key) ?? []), status]);
  }
  for (const same of [...holders.values()].filter(({ length }) => length > 1)) {
    const labels = same.map(({ label }) => label);
    find(
      new ToolsError('IDENTITY_SHARED', {
        tool: tool.id,
        labels,
        who: describeIdentity(same[0]?.identity ?? null),
      }),
    );
  }
}

/** Who and where; a key's fingerprint is salted per account and says nothing here. */
function identityKey(identity: Identity | null): string | undefined {
  const who = identity?.subject ?? identity?.email;
  return who === undefined ? undefined : JSON.stringify([who, identity?.organization ?? null]);
}
