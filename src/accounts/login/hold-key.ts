import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Identity, StoredAccount } from '../account.ts';
import { addAccount } from '../add-account.ts';
import type { AccountsContext } from '../context.ts';
import { describeIdentity } from '../home/identity.ts';
import { keyFingerprint, referKey, referredIdentity, replaceKey } from '../store/account-key.ts';
import { withJournal } from '../store/with-journal.ts';
import type { LoginOptions } from './login-options.ts';

/**
 * The tool keeps no key itself: we hold it, and give it to each run in a variable.
 * @throws ToolsError KEY_NOT_SUPPORTED, ACCOUNT_KIND_FIXED, IDENTITY_MISMATCH; as addAccount and replaceKey
 */
export async function holdKey(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  known: StoredAccount | undefined,
  key: string,
  options: LoginOptions,
): Promise<StoredAccount> {
  requireKeys(tool, label, known);
  if (!known) return addAccount(ctx, tool.id, label, { key, ...newcomerOf(options) });
  const found = { keyFingerprint: keyFingerprint(known.id, key) };
  if (known.identity?.keyFingerprint !== found.keyFingerprint) await requireConsent(known, found, options);
  const { id, label: stored } = known;
  const entry = { verb: 'login', tool: tool.id, account: id, what: { label: stored } };
  return withJournal(ctx, entry, () => replaceKey(ctx, known, key));
}

/**
 * Somebody else holds the key, and is asked for it at each run.
 * @throws ToolsError as holdKey; SECRET_REF_UNUSABLE
 */
export async function referToKey(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  known: StoredAccount | undefined,
  keyFrom: string,
  options: LoginOptions,
): Promise<StoredAccount> {
  requireKeys(tool, label, known);
  if (!known) return addAccount(ctx, tool.id, label, { keyFrom, ...newcomerOf(options) });
  const found = referredIdentity(ctx, keyFrom);
  if (known.keyFrom !== keyFrom) await requireConsent(known, found, options, keyFrom);
  return referKey(ctx, known, keyFrom);
}

function requireKeys(tool: AITool, label: string, known: StoredAccount | undefined): void {
  if (!tool.environment?.apiKey?.[0]) throw new ToolsError('KEY_NOT_SUPPORTED', { tool: tool.id, label });
  if (known && known.kind !== 'key')
    throw new ToolsError('ACCOUNT_KIND_FIXED', { tool: tool.id, label, kind: 'login' });
}

function newcomerOf({ sharing = {}, installation, made }: LoginOptions) {
  return { sharing, made, ...(installation && { installation }) };
}

/** Another key may be another person's. Where none is known there is nobody to protect. */
async function requireConsent(
  { tool, label, identity, keyFrom: former }: StoredAccount,
  found: Identity,
  { confirmOther }: LoginOptions,
  keyFrom?: string,
): Promise<void> {
  if (identity === null) return;
  const who = { recorded: wordsOf(identity, former), found: wordsOf(found, keyFrom) };
  if (await confirmOther?.({ tool, label, ...who, isKey: true })) return;
  throw new ToolsError('IDENTITY_MISMATCH', {
    ...{ tool, label, ...who, isKey: true },
    ...{ keyFrom, holder: undefined },
  });
}

/** One keeper may have many keys. */
function wordsOf(identity: Identity, keyFrom: string | undefined): string {
  return keyFrom === undefined ? describeIdentity(identity) : `the key in ${keyFrom}`;
}
