import { ToolsError } from '../errors/index.ts';
import type { Host } from './host.ts';

/** A home directory that paths can be built on. @throws ToolsError HOME_UNUSABLE for an empty or relative one */
export function usableHome(host: Pick<Host, 'platform' | 'path'>, homeDir: string): string {
  if (isFullyAbsolute(host, homeDir)) return homeDir;
  const variable = host.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  throw new ToolsError('HOME_UNUSABLE', { variable, value: homeDir });
}

/** `\x` is absolute for node:path, yet on Windows it still depends on the current drive. */
export function isFullyAbsolute({ platform, path }: Pick<Host, 'platform' | 'path'>, text: string): boolean {
  return path.isAbsolute(text) && (platform !== 'win32' || path.parse(text).root.length > 1);
}
