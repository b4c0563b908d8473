import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account, Identity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readKey, requireOneKey } from '../store/account-key.ts';
import { homeProblem } from '../store/account-store.ts';
import { credentialIn } from './credential.ts';
import { pathsOf } from './home-paths.ts';
import { readIdentity } from './identity.ts';
import { differenceOf, distinctNames } from './identity-guard.ts';
import { sourceProblem } from './secret-source.ts';
import { identityOfPlugins } from './who-is.ts';

export interface LoginState {
  /** `mismatch`: two files of the home name different people, or the home is not who was recorded. */
  readonly state: 'loggedIn' | 'loggedOut' | 'unknown' | 'mismatch';
  readonly identity: Identity | null;
  /** Where the credential lies; null: none was found. */
  readonly store: 'file' | 'keychain' | 'key' | 'reference' | 'environment' | null;
  /** Why the state is not plain, one sentence. */
  readonly reason?: string;
}

/**
 * What can be seen without starting anything but, on macOS, a look into the keychain.
 * @throws ToolsError STATE_DAMAGED, STATE_UNREADABLE for the file of a key
 */
export async function loginState(ctx: AccountsContext, tool: AITool, account: Account): Promise<LoginState> {
  const gone = account.kind === 'system' ? undefined : homeProblem(ctx, account);
  if (gone && account.kind !== 'system')
    return { state: 'unknown', identity: account.identity, store: null, reason: gone.message };
  if (account.kind === 'key') return keyState(ctx, account);
  const reading = readIdentity(ctx, tool, account);
  const identity = reading.identity ?? (await identityOfPlugins(ctx, tool, account));
  const home = account.kind === 'system' ? null : account.home;
  const credential = await credentialIn(ctx, tool, pathsOf(ctx, tool, account), home);
  if (reading.conflict) {
    const { files, values } = reading.conflict;
    return {
      state: 'mismatch',
      identity: null,
      store: credential.store,
      reason: `${files[0]} says ${values[0]}, ${files[1]} says ${values[1]}`,
    };
  }
  const recorded = account.kind === 'system' ? null : account.identity;
  if (differenceOf(recorded, identity) !== 'same') {
    const names = distinctNames(recorded, identity);
    const reason = `recorded for ${names.recorded}, but the login is ${names.found}`;
    return { state: 'mismatch', identity, store: credential.store, reason };
  }
  if (credential.state === 'usable')
    return { state: 'loggedIn', identity: identity ?? recorded, store: credential.store };
  if (credential.state === 'unknown' || !tool.login) {
    return {
      state: 'unknown',
      identity,
      store: null,
      reason:
        (credential.state === 'unknown' && credential.problem) ||
        `nothing is known of how ${tool.id} keeps a login`,
    };
  }
  const variable = account.kind === 'system' ? undefined : heldVariable(tool, account.environment);
  if (variable !== undefined) return { state: 'loggedIn', identity, store: 'environment' };
  return {
    state: 'loggedOut',
    identity,
    store: null,
    ...(credential.problem !== undefined && { reason: credential.problem }),
  };
}

/** @throws ToolsError when the key's file is there and can't be read: that is no logout */
function keyState(ctx: AccountsContext, account: StoredAccount): LoginState {
  if (account.keyFrom !== undefined) return referredState(ctx, account, account.keyFrom);
  try {
    readKey(ctx, account);
    return { state: 'loggedIn', identity: account.identity, store: 'key' };
  } catch (error) {
    if (!(error instanceof ToolsError && error.code === 'KEY_MISSING')) throw error;
    return { state: 'loggedOut', identity: account.identity, store: null, reason: error.message };
  }
}

/** Nobody is asked for the key: it is enough that somebody could be. @throws ToolsError KEY_UNCLEAR, SECRET_REF_UNUSABLE */
function referredState(ctx: AccountsContext, account: StoredAccount, keyFrom: string): LoginState {
  requireOneKey(ctx, account);
  const reason = sourceProblem(ctx, keyFrom);
  const { identity } = account;
  const store = 'reference';
  return reason === undefined
    ? { state: 'loggedIn', identity, store }
    : { state: 'unknown', identity, store, reason };
}

/** A variable of the account's own that stands in for a login, e.g. of a cloud. */
function heldVariable(tool: AITool, environment: Readonly<Record<string, string>>): string | undefined {
  return (tool.environment?.outranks ?? []).find((name) => environment[name]);
}
