import { ToolsError } from '../../errors/index.ts';
import { folderVariable } from '../../platform/index.ts';
import type { AccountsContext } from '../context.ts';
import { ourFolderOf } from '../store/account-file.ts';
import { ancestorsOf } from './templates.ts';

/**
 * Some tools are given directories in which our own folder would be looked for. A run inside such an account
 * that did not get AI_TOOLS_HOME would find no account, and make new ones where nobody looks.
 * @throws ToolsError OUR_FOLDER_UNKNOWN
 */
export function requireOurFolder({ host, paths }: Pick<AccountsContext, 'host' | 'paths'>): void {
  if (host.env[folderVariable]) return;
  for (const inside of ancestorsOf(host, paths.root)) {
    const folder = ourFolderOf(host, host.path.dirname(inside));
    if (folder !== undefined) throw new ToolsError('OUR_FOLDER_UNKNOWN', { inside, folder });
  }
}
