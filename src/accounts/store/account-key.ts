import { ToolsError } from '../../errors/index.ts';
import { sha256 } from '../../platform/index.ts';
import { isSecretFile, readJson, removeTree, writeJson } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { withAccountLock } from './account-lock.ts';
import { changeAccountFile, currentAccount } from './update-account.ts';

/** What an account may be told apart by: a hash that is salted with its id, of no use anywhere else. */
export function keyFingerprint(accountId: string, key: string): string {
  return `local:${sha256(`${accountId}\0${key}`).slice(0, 16)}`;
}

/** The key that an account of kind `key` holds. @throws ToolsError KEY_MISSING, STATE_DAMAGED, STATE_UNREADABLE */
export function readKey(ctx: AccountsContext, account: StoredAccount): string {
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
 * Puts another key in its place, and its fingerprint into account.json.
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
    const identity = { keyFingerprint: keyFingerprint(id, key), asOf: ctx.host.now().toISOString() };
    return changeAccountFile(ctx, account, { identity }, lock);
  });
}

/** Takes the key away (a logout). False: there was none. @throws ToolsError BUSY, REMOVE_FAILED */
export async function removeKey(ctx: AccountsContext, account: StoredAccount): Promise<boolean> {
  const path = secretFileOf(ctx, account.tool, account.id);
  return withAccountLock(ctx, account, () => {
    if (!ctx.host.files.lstat(path)) return false;
    removeTree(ctx.host, path);
    return true;
  });
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

function keyProblem(key: string): 'empty' | 'lines' | 'characters' | undefined {
  if (key.trim() === '') return 'empty';
  if (/[\r\n\u2028\u2029]/.test(key)) return 'lines';
  return /[^\x21-\x7e]/.test(key) ? 'characters' : undefined;
}

function secretFileOf(ctx: AccountsContext, tool: string, id: string): string {
  return ctx.host.path.join(ctx.paths.accountFolder(tool, id), 'secret.json');
}
