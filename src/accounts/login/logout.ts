import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { credentialIn } from '../home/credential.ts';
import { pathsOf } from '../home/home-paths.ts';
import { requireOwnHome } from '../home/own-home.ts';
import { removeKey } from '../store/account-key.ts';
import { withHome } from '../store/account-store.ts';
import { withJournal } from '../store/with-journal.ts';
import { pushAll } from '../sync/push-all.ts';
import { bringToRest } from './bring-to-rest.ts';
import { runInHome } from './login-command.ts';
import { removeLogin } from './remove-login.ts';
import { settleLogin } from './settle-login.ts';

/**
 * Ends the account's login, at rest: by the tool's own command, and where a credential is still there after
 * it, by removing exactly what a login owns.
 * @throws ToolsError ACCOUNT_HOME_MISSING, BUSY, ACCOUNT_RUNNING; LOGOUT_FAILED when a credential is still there.
 */
export async function logoutAccount(
  ctx: AccountsContext,
  tool: AITool,
  known: StoredAccount,
): Promise<{ readonly wasLoggedIn: boolean }> {
  requireOwnHome(ctx, tool, known);
  const settled = await settleLogin(ctx, tool, known);
  // A directory that is gone is not one without a login: it may be on a disk that is not there.
  const account = settled.kind === 'key' ? settled : withHome(ctx, settled);
  await bringToRest(ctx, tool, account);
  await pushAll(ctx, tool, account);
  const entry = { verb: 'logout', tool: tool.id, account: account.id, what: { label: account.label } };
  if (account.kind === 'key')
    return { wasLoggedIn: await withJournal(ctx, entry, () => removeKey(ctx, account)) };
  const paths = pathsOf(ctx, tool, account);
  const before = await credentialIn(ctx, tool, paths, account.home);
  if (before.state === 'none' && tool.login) return { wasLoggedIn: false };
  await withJournal(ctx, entry, () => endLogin(ctx, tool, account));
  return { wasLoggedIn: true };
}

/** @throws ToolsError LOGOUT_FAILED when a credential is still there. */
async function endLogin(ctx: AccountsContext, tool: AITool, account: StoredAccount): Promise<void> {
  const paths = pathsOf(ctx, tool, account);
  const said = await logoutByTool(ctx, tool, account);
  if ((await credentialIn(ctx, tool, paths, account.home)).state === 'usable')
    removeLogin(ctx.host, tool, paths);
  const after = await credentialIn(ctx, tool, paths, account.home);
  if (after.state === 'none') return;
  const problem =
    after.store === 'keychain'
      ? 'its login is in the keychain'
      : (after.problem ?? said ?? 'its login is still there');
  throw new ToolsError('LOGOUT_FAILED', { tool: tool.id, label: account.label, problem });
}

/** Its exit code is not believed: what counts is whether a credential is left. */
async function logoutByTool(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<string | undefined> {
  if (!tool.commands?.logout) return undefined;
  try {
    return (await runInHome(ctx, tool, account, tool.commands.logout)).said;
  } catch (error) {
    if (error instanceof ToolsError) return error.message;
    throw error;
  }
}
