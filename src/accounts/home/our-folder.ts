import { ToolsError } from '../../errors/index.ts';
import { folderVariable } from '../../platform/index.ts';
import type { AccountsContext } from '../context.ts';
import { ancestorsOf } from './templates.ts';

/**
 * Some tools are given directories in which our own folder would be looked for. A run inside such an account
 * that did not get AI_TOOLS_HOME would find no account, and make new ones where nobody looks.
 * @throws ToolsError OUR_FOLDER_UNKNOWN
 */
export function requireOurFolder({ host, paths }: Pick<AccountsContext, 'host' | 'paths'>): void {
  if (host.env[folderVariable]) return;
  // accounts/<tool>/<id>/home…: the folder of an account is known by its account.json.
  for (const directory of ancestorsOf(host, paths.root)) {
    const account = host.path.dirname(directory);
    if (!host.files.stat(host.path.join(account, 'account.json'))) continue;
    const folder = host.path.resolve(account, '..', '..', '..');
    if (host.files.stat(host.path.join(folder, 'layout.json')))
      throw new ToolsError('OUR_FOLDER_UNKNOWN', { inside: directory, folder });
  }
}
