import type { AITool } from '../../registry/index.ts';
import type { Identity } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { pathsIn, systemPaths } from '../home/home-paths.ts';
import { identityIn } from '../home/identity.ts';
import { assertSettings } from '../home/settings-assertion.ts';
import { accountInMaking, identityOfPlugins } from '../home/who-is.ts';
import { judgeLogin } from './judge-login.ts';
import { type HomeUser, type LoginRunOptions, runLogin } from './login-command.ts';
import { watchSystem } from './watch-system.ts';

/**
 * Lets the tool log in, in a directory that holds nothing yet, and judges what came of it. `id` is the account's:
 * key fingerprints are salted with it.
 * @returns who logged in; null when that is honestly unknown.
 * @throws ToolsError as judgeLogin; PROGRAM_NOT_FOUND, CANNOT_START
 */
export async function attemptLogin(
  ctx: AccountsContext,
  tool: AITool,
  user: HomeUser & { readonly id: string },
  options: LoginRunOptions,
): Promise<Identity | null> {
  const { id: salt, label } = user;
  const paths = pathsIn(ctx.host, tool, user.home);
  assertSettings(ctx.host, tool, paths, 'login');
  const before = watchSystem(ctx, tool);
  const systemIdentity = identityIn(ctx.host, tool, systemPaths(ctx, tool), salt).identity;
  const run = await runLogin(ctx, tool, user, options);
  const identity = await judgeLogin(ctx, { tool, label, paths, salt, run, before, systemIdentity });
  return identity ?? identityOfPlugins(ctx, tool, accountInMaking(ctx, user));
}
