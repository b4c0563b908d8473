import { ToolsError } from '../../errors/index.ts';
import { defaultInstallation } from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { describeIdentity } from '../home/identity.ts';
import { holderOf, recorded } from '../home/identity-guard.ts';
import { makeNewcomer } from '../sync/make-newcomer.ts';
import { attemptLogin } from './attempt-login.ts';
import type { Interruptible } from './heed-signals.ts';
import type { LoginOptions } from './login-options.ts';

/**
 * Logs in, in a directory that becomes an account's when a usable login is in it, and of nobody who has one.
 * @throws ToolsError as attemptLogin and makeNewcomer; IDENTITY_ALREADY_HELD
 */
export function newLogin(
  ctx: AccountsContext,
  tool: AITool,
  label: string,
  options: LoginOptions & Interruptible,
): Promise<StoredAccount> {
  const { installation = defaultInstallation, sharing = {}, made } = options;
  const newcomer = { tool, label, verb: 'login', installation, sharing, made };
  return makeNewcomer(ctx, newcomer, async ({ id, label: stored, home, root }) => {
    const user = { tool: tool.id, id, label: stored, home, root, installation, environment: {} };
    const identity = await attemptLogin(ctx, tool, user, options);
    const holder = identity && holderOf(ctx, tool, identity);
    if (identity && holder) {
      throw new ToolsError('IDENTITY_ALREADY_HELD', {
        tool: tool.id,
        label,
        found: describeIdentity(identity),
        holder: holder.label,
      });
    }
    return { kind: 'login', identity: identity && recorded(ctx, identity) };
  });
}
