import { ToolsError } from '../errors/index.ts';
import type { Host } from './host.ts';

/**
 * `~` and `~/x` by the user's home directory; every other text as it is. Nothing else is expanded.
 * @throws ToolsError HOME_UNUSABLE when there is something to expand and no home directory.
 */
export function expandHome(host: Host, text: string): string {
  const rest = /^~(?:[/\\](.*))?$/s.exec(text);
  if (!rest || (text[1] === '\\' && host.path.sep !== '\\')) return text;
  const home = host.homeDir;
  if (!host.path.isAbsolute(home)) throw new ToolsError('HOME_UNUSABLE', { variable: 'HOME', value: home });
  return host.path.join(home, rest[1] ?? '');
}
