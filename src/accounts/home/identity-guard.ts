import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Identity, RecordedIdentity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { listAccounts } from '../store/account-store.ts';
import { updateAccount } from '../store/update-account.ts';
import { describeIdentity, type IdentityReading, readIdentity } from './identity.ts';

/**
 * Compares who was recorded with who the home says it is now. A home that says more than was recorded is
 * believed and recorded. Returns the account as it is after that.
 * @throws ToolsError IDENTITY_CONFLICT, IDENTITY_MISMATCH (another subject or key), ORGANIZATION_CHANGED
 */
export async function checkIdentity(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<StoredAccount> {
  const reading = readIdentity(ctx, tool, account);
  requireOneIdentity(tool, account.label, reading);
  const found = reading.identity;
  if (found === null || account.kind === 'key') return account;
  const difference = differenceOf(account.identity, found);
  if (difference === 'same') {
    return hasNews(account.identity, found)
      ? updateAccount(ctx, account, { identity: recorded(ctx, { ...ofFiles(account.identity), ...found }) })
      : account;
  }
  const facts = {
    tool: tool.id,
    label: account.label,
    ...distinctNames(account.identity, found),
  };
  if (difference === 'organization') throw new ToolsError('ORGANIZATION_CHANGED', facts);
  throw new ToolsError('IDENTITY_MISMATCH', {
    ...facts,
    holder: holderOf(ctx, tool, found, account.id)?.label,
    isKey: isKeyOnly(account.identity) && isKeyOnly(found),
  });
}

/** @throws ToolsError IDENTITY_CONFLICT when the files of one home name two people. */
export function requireOneIdentity(tool: AITool, label: string, { conflict }: IdentityReading): void {
  if (conflict)
    throw new ToolsError('IDENTITY_CONFLICT', {
      tool: tool.id,
      label,
      files: conflict.files,
      values: conflict.values,
    });
}

/** What tells two identities apart. What only one of them says tells nothing: unknown is not different. */
export function differenceOf(
  recorded: Identity | null,
  found: Identity | null,
): 'same' | 'subject' | 'organization' {
  if (!recorded || !found) return 'same';
  if (isOther(recorded.subject, found.subject) || isOther(recorded.keyFingerprint, found.keyFingerprint))
    return 'subject';
  if (recorded.subject === undefined || found.subject === undefined) {
    // Without a subject on both sides, the address is the next best name.
    if (isOther(recorded.email, found.email)) return 'subject';
  }
  return isOther(recorded.organization, found.organization) ? 'organization' : 'same';
}

/** Nothing tells them apart, and something says that they are one. */
export function isSameLogin(one: Identity, other: Identity | null): boolean {
  if (other === null || differenceOf(one, other) !== 'same') return false;
  return (['subject', 'email', 'keyFingerprint'] as const).some(
    (name) => one[name] !== undefined && one[name] === other[name],
  );
}

/** Another account of the tool with this very subject and organisation. */
export function holderOf(
  ctx: AccountsContext,
  tool: AITool,
  found: Identity,
  exceptId?: string,
): StoredAccount | undefined {
  if (found.subject === undefined) return undefined;
  return listAccounts(ctx, tool.id)
    .flatMap(({ account }) => (account ? [account] : []))
    .find(
      ({ id, identity }) =>
        id !== exceptId &&
        identity?.subject === found.subject &&
        identity?.organization === found.organization,
    );
}

/** Known by nothing but an API key. */
export function isKeyOnly(identity: Identity | null): boolean {
  return (
    identity?.keyFingerprint !== undefined && identity.subject === undefined && identity.email === undefined
  );
}

export function recorded(ctx: AccountsContext, identity: Identity): RecordedIdentity {
  return { ...identity, asOf: ctx.host.now().toISOString() };
}

function isOther(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** Something is told now that was not known, or a name or plan reads differently. */
function hasNews(recorded: Identity | null, found: Identity): boolean {
  return (Object.keys(found) as (keyof Identity)[]).some((field) => found[field] !== recorded?.[field]);
}

/** What a plugin said of who it is stands no longer, once the files say it. */
function ofFiles(identity: Identity | null): Identity | null {
  return identity?.toldBy === undefined ? identity : null;
}

/** Two identities that differ, in words that tell them apart. */
export function distinctNames(recorded: Identity | null, found: Identity | null): DistinctNames {
  if (differenceOf(recorded, found) === 'organization')
    return { recorded: organizationName(recorded), found: organizationName(found) };
  const names = { recorded: describeIdentity(recorded), found: describeIdentity(found) };
  // Two people may share an address; then only the subject tells them apart.
  return names.recorded === names.found
    ? { recorded: withSubject(names.recorded, recorded), found: withSubject(names.found, found) }
    : names;
}

interface DistinctNames {
  readonly recorded: string;
  readonly found: string;
}

function organizationName(identity: Identity | null): string {
  return `the organisation ${identity?.organizationName ?? identity?.organization ?? ''}`;
}

function withSubject(words: string, identity: Identity | null): string {
  return identity?.subject === undefined ? words : `${words} [${identity.subject}]`;
}
