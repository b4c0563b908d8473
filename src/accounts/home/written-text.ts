import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import { expandTemplate } from './templates.ts';

/**
 * A template as it is written into a file of a home: with paths as the system knows them that the file is read on.
 * From Windows a home in a WSL distribution lies on a share, and what reads it there knows no share.
 * @throws ToolsError HOME_SYSTEM_UNKNOWN for a path in a file on any other share
 */
export function writtenText(host: Host, template: string, home: string): string {
  const native = expandTemplate(host, template, { home, userHome: host.homeDir });
  if (host.platform !== 'win32' || native === template || !/^[\\/]{2}/.test(home)) return native;
  const inside = insideWsl(home);
  const userHome = inside && /^(?:\/home\/[^/]+|\/root)(?=\/|$)/.exec(inside)?.[0];
  if (inside === undefined || userHome === undefined) throw new ToolsError('HOME_SYSTEM_UNKNOWN', { home });
  return expandTemplate({ path: host.path.posix }, template, { home: inside, userHome });
}

/** What a path on the share of a WSL distribution is called in that distribution. */
function insideWsl(path: string): string | undefined {
  const found = /^\/\/(?:wsl\.localhost|wsl\$)\/[^/]+(\/.*)$/i.exec(path.replaceAll('\\', '/'));
  return found?.[1];
}
