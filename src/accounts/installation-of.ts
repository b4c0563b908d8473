import { defaultInstallation } from '../install/index.ts';
import type { Account } from './account.ts';

/** The installation that an account uses; the tool's own login has none of its own. */
export function installationOf(account: Account): string {
  return account.kind === 'system' ? defaultInstallation : account.installation;
}
