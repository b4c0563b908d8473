import { ToolsError } from '../../errors/index.ts';
import { defaultInstallation, programOf } from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { Account, StoredAccount } from '../account.ts';
import { tellUnmet } from '../bindings/requirement.ts';
import { clauseOf } from '../clause-of.ts';
import type { AccountsContext } from '../context.ts';
import { requireOurFolder } from '../home/our-folder.ts';
import { requireIsolation } from '../home/relocation.ts';
import { installationFor } from '../installation-of.ts';
import { notices } from '../notices.ts';
import { checkKey } from '../store/account-key.ts';
import { accountOfLabel } from '../store/account-store.ts';
import { newLabel } from '../store/take-label.ts';
import { heedSignals, type Interruptible } from './heed-signals.ts';
import { holdKey, referToKey } from './hold-key.ts';
import type { LoginOptions } from './login-options.ts';
import { newLogin } from './new-login.ts';
import { renewLogin } from './renew-login.ts';

export interface LoginResult {
  readonly account: StoredAccount;
  readonly renewed: boolean;
}

/**
 * Makes an account by the tool's own login, or renews one.
 * @throws ToolsError LOGIN_CANCELLED (130), LOGIN_TERMINATED (143), LOGIN_HUNG_UP (129), LOGIN_FAILED,
 *   NO_USABLE_CREDENTIAL, LOGIN_WENT_ELSEWHERE, IDENTITY_CONFLICT, IDENTITY_ALREADY_HELD, IDENTITY_MISMATCH,
 *   KEY_INPUT_UNUSABLE, SECRET_REF_UNUSABLE, BUSY …
 */
export async function loginAccount(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  options: LoginOptions = {},
): Promise<LoginResult> {
  requireOurFolder(ctx);
  requireIsolation(tool);
  const known = accountOfLabel(ctx, tool.id, label);
  const made = async (account: StoredAccount) => {
    await tellHooks(ctx, tool, account);
    await options.made?.(account);
  };
  const account = await heedSignals((heeded) =>
    loginOf(ctx, tool, label, known, { ...options, ...heeded, made }),
  );
  if (known) await tellHooks(ctx, tool, account);
  tellUnmet(ctx, tool, account);
  return { account, renewed: known !== undefined };
}

async function loginOf(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  known: StoredAccount | undefined,
  options: LoginOptions & Interruptible,
): Promise<StoredAccount> {
  const { key, keyFrom } = options;
  if (keyFrom !== undefined) return referToKey(ctx, tool, label, known, keyFrom, options);
  if (key !== undefined) checkKey(key, `login ${tool.id} -a ${label}`);
  const takesKey = key !== undefined && tool.commands?.loginWithApiKey !== undefined && known?.kind !== 'key';
  if (key !== undefined && !takesKey) return holdKey(ctx, tool, label, known, key, options);
  if (!known) newLabel(tool.id, label, 'login');
  if (known?.kind === 'key')
    throw new ToolsError('ACCOUNT_KIND_FIXED', { tool: tool.id, label, kind: 'key' });
  // Where the program is missing nothing has happened yet, and it can be installed and tried again.
  const { installation = defaultInstallation } = options;
  programOf(
    ctx.host,
    ctx.paths,
    tool,
    known ? installationFor(ctx, known, options.installation) : installation,
  );
  return known ? renewLogin(ctx, tool, known, options) : newLogin(ctx, tool, label, options);
}

/** The login has taken effect: a plugin that fails here undoes nothing. */
async function tellHooks(ctx: AccountsContext, tool: AITool, account: Account): Promise<void> {
  for (const { plugin, provide } of ctx.extensions.providers('loginHook')) {
    await provide(tool, account).catch((error: unknown) => {
      ctx.tell(notices.loginHookFailed({ plugin, why: clauseOf(error) }));
    });
  }
}
