import { ToolsError } from '../errors/index.ts';
import { defaultInstallation, findInstallation } from '../install/index.ts';
import type { Account } from './account.ts';
import type { AccountsContext } from './context.ts';

/** The installation that an account uses; the tool's own login has none of its own. */
export function installationOf(account: Account): string {
  return account.kind === 'system' ? defaultInstallation : account.installation;
}

/**
 * The installation that is used for an account: the one that was asked for, else its own. Its state lies in one
 * root for ever, and an installation with another would lead it astray; the tool's own login has no root.
 * @throws ToolsError INSTALLATION_ROOT_DIFFERS, INSTALLATION_NOT_FOUND, INSTALLATION_NAME_UNUSABLE, STATE_DAMAGED
 */
export function installationFor(
  { host, paths }: AccountsContext,
  account: Account,
  asked: string | undefined,
): string {
  const name = asked ?? installationOf(account);
  const { root } = findInstallation(host, paths, { id: account.tool }, name);
  if (account.kind === 'system' || account.root === root) return name;
  const { tool, label, root: accountRoot } = account;
  throw new ToolsError('INSTALLATION_ROOT_DIFFERS', { tool, label, name, root, accountRoot });
}
