import { ToolsError } from '../../errors/index.ts';
import { sha256 } from '../../platform/index.ts';
import { type HeldLock, isSecretFile, readJson, removeTree, writeJson } from '../../state/index.ts';
import type { RecordedIdentity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readAccountFile, writeAccountFile } from './account-file.ts';
import { withAccountLock } from './account-lock.ts';
import { parseSecretRef, pluginSchemes } from './secret-ref.ts';
import { currentAccount } from './update-account.ts';
import { withJournal } from './with-journal.ts';

/** What an account may be told apart by: a hash that is salted with its id, of no use anywhere else. */
export function keyFingerprint(accountId: string, key: string): string {
  return `local:${sha256(`${accountId}\0${key}`).slice(0, 16)}`;
}

/** The key that an account of kind `key` holds. @throws ToolsError KEY_MISSING, STATE_DAMAGED, STATE_UNREADABLE */
export function readKey(ctx: AccountsContext, account: Pick<StoredAccount, 'tool' | 'label' | 'id'>): string {
  const { tool, label, id } = account;
  const path = secretFileOf(ctx, tool, id);
  // A key lies in one place, and that is here.
  if (ctx.host.files.lstat(path)?.isSymbolicLink())
    throw new ToolsError('STATE_UNREADABLE', { path, cause: 'it is a link' });
  const file = readJson(ctx.host, path, isSecretFile);
  if (file === undefined) throw new ToolsError('KEY_MISSING', { tool, label, path });
  return file.key;
}

/**
 * A change from a key to a reference, or back, that was cut off leaves both; so does an older release that was
 * given a key. Nobody can say which is meant.
 * @throws ToolsError KEY_UNCLEAR
 */
export function requireOneKey(ctx: AccountsContext, { tool, id, label, keyFrom }: StoredAccount): void {
  const path = secretFileOf(ctx, tool, id);
  if (keyFrom !== undefined && ctx.host.files.lstat(path))
    throw new ToolsError('KEY_UNCLEAR', { tool, label, path });
}

/**
 * Puts another key in the place of the one, or of the reference, that there is, and its fingerprint into account.json.
 * @throws ToolsError KEY_INPUT_UNUSABLE, ACCOUNT_NOT_FOUND, BUSY, and those of writing
 */
export async function replaceKey(
  ctx: AccountsContext,
  account: StoredAccount,
  key: string,
): Promise<StoredAccount> {
  const { tool, id, label } = account;
  checkKey(key, `login ${tool} -a ${label}`);
  return withAccountLock(ctx, account, async (lock) => {
    currentAccount(ctx, account);
    await writeKey(ctx, tool, id, key);
    return writeKeyFields(
      ctx,
      account,
      { identity: { keyFingerprint: keyFingerprint(id, key), asOf: now(ctx) } },
      lock,
    );
  });
}

/**
 * From now on the account's key is asked for where the reference says; one that we held is gone for good.
 * @throws ToolsError SECRET_REF_UNUSABLE, ACCOUNT_NOT_FOUND, BUSY, REMOVE_FAILED, and those of writing
 */
export async function referKey(
  ctx: AccountsContext,
  account: StoredAccount,
  keyFrom: string,
): Promise<StoredAccount> {
  const { tool, id, label } = account;
  const identity = referredIdentity(ctx, keyFrom);
  return withAccountLock(ctx, account, (lock) => {
    const former = currentAccount(ctx, account).keyFrom ?? null;
    const path = secretFileOf(ctx, tool, id);
    const hadKey = ctx.host.files.lstat(path) !== undefined;
    const what = { label, former, hadKey, keyFrom };
    return withJournal(ctx, { verb: 'login --secret-ref', tool, account: id, what }, async () => {
      const changed = await writeKeyFields(ctx, account, { keyFrom, identity }, lock);
      if (hadKey) removeTree(ctx.host, path);
      return changed;
    });
  });
}

/** Who an account is that only refers to its key. @throws ToolsError SECRET_REF_UNUSABLE */
export function referredIdentity(ctx: AccountsContext, keyFrom: string): RecordedIdentity {
  const ref = parseSecretRef(keyFrom, ctx.host.platform, pluginSchemes(ctx.extensions));
  return { keySource: ref.source, asOf: now(ctx) };
}

/** Takes the key, or the reference to one, away (a logout). False: there was none. @throws ToolsError BUSY, REMOVE_FAILED */
export async function removeKey(ctx: AccountsContext, account: StoredAccount): Promise<boolean> {
  const path = secretFileOf(ctx, account.tool, account.id);
  return withAccountLock(ctx, account, async (lock) => {
    const hasFile = ctx.host.files.lstat(path) !== undefined;
    if (hasFile) removeTree(ctx.host, path);
    if (currentAccount(ctx, account).keyFrom === undefined) return hasFile;
    await writeKeyFields(ctx, account, { identity: null }, lock);
    return true;
  });
}

/** What account.json says of the key, and nothing of what it said before. */
function writeKeyFields(
  ctx: AccountsContext,
  { tool, id, label }: StoredAccount,
  fields: { readonly keyFrom?: string; readonly identity: RecordedIdentity | null },
  lock: HeldLock,
): Promise<StoredAccount> {
  const file = readAccountFile(ctx, tool, id);
  if (!file) throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
  const { keyFrom: _former, ...rest } = file;
  return writeAccountFile(ctx, { ...rest, ...fields }, lock);
}

/** secret.json, 0600: the one store of the key. The caller holds the account's lock, or makes the account. */
export async function writeKey(ctx: AccountsContext, tool: string, id: string, key: string): Promise<void> {
  await writeJson(ctx.host, secretFileOf(ctx, tool, id), 'secret', { schemaVersion: 1, key });
}

/**
 * What a key may be, whoever is to hold it. `command` is what would take it from stdin, for the hint.
 * @throws ToolsError KEY_INPUT_UNUSABLE
 */
export function checkKey(key: string, command: string): void {
  const problem = keyProblem(key);
  if (problem) throw new ToolsError('KEY_INPUT_UNUSABLE', { problem, command });
}

export function keyProblem(key: string): 'empty' | 'lines' | 'characters' | undefined {
  if (key.trim() === '') return 'empty';
  if (/[\r\n\u2028\u2029]/.test(key)) return 'lines';
  return /[^\x21-\x7e]/.test(key) ? 'characters' : undefined;
}

function secretFileOf(ctx: AccountsContext, tool: string, id: string): string {
  return ctx.host.path.join(ctx.paths.accountFolder(tool, id), 'secret.json');
}

function now({ host }: AccountsContext): string {
  return host.now().toISOString();
}
