import type { Host } from './host.ts';
import { usableHome } from './usable-home.ts';

/**
 * `~` and `~/x` by the user's home directory; every other text as it is. Nothing else is expanded.
 * @throws ToolsError HOME_UNUSABLE when there is something to expand and no home directory.
 */
export function expandHome(host: Pick<Host, 'platform' | 'path' | 'homeDir'>, text: string): string {
  const rest = /^~(?:[/\\](.*))?$/s.exec(text);
  if (!rest || (text[1] === '\\' && host.path.sep !== '\\')) return text;
  return host.path.join(usableHome(host, host.homeDir), rest[1] ?? '');
}
