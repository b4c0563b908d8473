import { readVariable } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account, StoredAccount } from '../account.ts';
import { aside } from '../aside.ts';
import { heedBindingFiles } from '../bindings/requirement.ts';
import type { AccountsContext } from '../context.ts';
import { credentialIn } from '../home/credential.ts';
import { type HomePaths, pathsOf } from '../home/home-paths.ts';
import { checkIdentity } from '../home/identity-guard.ts';
import { ownersLink, requireOwnHome } from '../home/own-home.ts';
import { relocationOf, requireIsolation } from '../home/relocation.ts';
import { assertSettings } from '../home/settings-assertion.ts';
import { requireFreshDaemons } from '../login/daemon-guard.ts';
import { settleLogin } from '../login/settle-login.ts';
import { sweepHome } from '../sharing/sweep-home.ts';
import { withHome } from '../store/account-store.ts';
import { quietly } from '../store/with-journal.ts';
import { tellJoined } from '../sync/tell-joined.ts';
import { probeLeaks } from './leak-probe.ts';
import { heedRemade, joinRoot } from './loaded-later.ts';

export interface Preparation {
  /** Variables that the user keeps though they outrank the login. */
  readonly keepEnv?: readonly string[];
  /** Nothing will be started: who asks wants to know whether all is in order. */
  readonly isLook?: boolean;
}

/**
 * The account as it may be used here and now: of one of ours its home is in order, and no trusted file of the
 * directory requires somebody else.
 * @throws ToolsError as prepareStored and heedBindingFiles
 */
export async function prepareAccount(
  ctx: AccountsContext,
  tool: AITool,
  chosen: Account,
  { keepEnv = [], isLook = false }: Preparation = {},
): Promise<Account> {
  if (chosen.kind !== 'system') return prepareStored(ctx, tool, chosen, { keepEnv, isLook });
  // Of another directory it is another question, and asked anew.
  heedBindingFiles(aside(ctx), tool, chosen, keepEnv);
  return chosen;
}

/**
 * The account as it is once its home is known to be in order: its own, settled, the same person's as ever, outranked
 * by nothing, its settings asserted, what it shares in its place. Whoever is given the account's variables needs all
 * of that, be it a program that we start or a shell.
 * @throws ToolsError TOOL_NOT_ISOLATABLE, ACCOUNT_HOME_FOREIGN, ACCOUNT_HOME_MISSING, LOGIN_UNDER_WAY, IDENTITY_CONFLICT,
 *   IDENTITY_MISMATCH, ORGANIZATION_CHANGED, DAEMON_OUTDATED, ACCOUNT_RUNNING, LEAK_FOUND, TOOL_FILE_DAMAGED,
 *   ROOT_GONE, RETENTION_UNSAFE, REQUIRED_IDENTITY_DIFFERS
 */
async function prepareStored(
  ctx: AccountsContext,
  tool: AITool,
  chosen: StoredAccount,
  { keepEnv, isLook }: Required<Preparation>,
): Promise<StoredAccount> {
  requireIsolation(tool);
  requireOwnHome(ctx, tool, chosen);
  const settled = withHome(ctx, await settleLogin(ctx, tool, chosen));
  const account = await checkIdentity(ctx, tool, settled);
  heedBindingFiles(aside(ctx), tool, account, keepEnv);
  await requireFreshDaemons(ctx, tool, account);
  const paths = pathsOf(ctx, tool, account);
  const hasLogin = await isLoggedIn(ctx, tool, account, paths);
  probeLeaks(ctx, tool, {
    account,
    paths,
    hasLogin,
    given: givenNames(ctx, tool, account, keepEnv),
    cwd: ctx.host.cwd,
  });
  // Litter is in nobody's way.
  quietly(() => sweepHome(aside(ctx), tool, account));
  if (account.sharing.on) await heedRemade(ctx, tool, account);
  const isOthers = (path: string) => ownersLink(ctx, account, path) !== undefined;
  assertSettings(ctx.host, tool, paths, account.kind, isOthers);
  if (account.sharing.on)
    tellJoined(
      ctx,
      account,
      await joinRoot(ctx, tool, account, { mayBeStale: true, isHeeded: true, isLook }),
    );
  return account;
}

/** Looked at only where a leak counts for accounts without a login: it may mean asking the keychain. */
async function isLoggedIn(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  paths: HomePaths,
): Promise<boolean> {
  if (account.kind === 'key' || !relocationOf(tool).leaks?.some(({ probe }) => probe?.when === 'noLogin'))
    return true;
  return (await credentialIn(ctx, tool, paths, account.home)).state === 'usable';
}

/** A variable that the user keeps, but does not have, is no answer to a login in a file. */
function givenNames(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  keepEnv: readonly string[],
): readonly string[] {
  const kept = keepEnv.filter((name) => readVariable(ctx.host.platform, ctx.host.env, name));
  const keyVariable = account.kind === 'key' ? tool.environment?.apiKey?.[0] : undefined;
  return [...kept, ...Object.keys(account.environment), ...(keyVariable === undefined ? [] : [keyVariable])];
}
