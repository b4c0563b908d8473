import { ToolsError } from '../errors/index.ts';
import { expandHome } from './expand-home.ts';
import type { Host } from './host.ts';
import { isFullyAbsolute, usableHome } from './usable-home.ts';

/** Says where our folder is. Passed on to every child, so that a nested run sees the same accounts. */
export const folderVariable = 'AI_TOOLS_HOME';

/** Where everything of ours lies. */
export interface OurFolder {
  /** Absolute. */
  readonly root: string;
  /** What was odd about the variables that lead here, one sentence each. */
  readonly warnings: readonly string[];
}

/** What says where it lies. */
export type FolderHost = Pick<Host, 'platform' | 'path' | 'env' | 'homeDir'>;

/**
 * Our folder. Pure strings: nothing is looked at or made.
 * @throws ToolsError HOME_UNUSABLE when neither AI_TOOLS_HOME nor a home directory gives an absolute path.
 */
export function ourFolder(host: FolderHost): OurFolder {
  const plain = plainFolder(host);
  return plain === undefined ? foundFolder(host) : { root: plain, warnings: [] };
}

/**
 * The same where the variables hold paths in which nothing has to be changed, as they nearly always do: to look for
 * that takes a program that has just started a fraction of what making it anew takes. Else undefined.
 */
export function plainFolder({ platform, env, homeDir }: Omit<FolderHost, 'path'>): string | undefined {
  const isWindows = platform === 'win32';
  const isPlainPath = isWindows ? isPlainOnWindows : isPlainOnPosix;
  const named = env[folderVariable];
  if (named !== undefined) return isPlainPath(named) ? named : undefined;
  // B058: an unusable home stops us even where a variable leads elsewhere.
  if (!isPlainPath(homeDir)) return undefined;
  if (isWindows) {
    const data = env.LOCALAPPDATA ?? `${homeDir}\\AppData\\Local`;
    return isPlainPath(data) ? `${data}\\ai-tools\\Data` : undefined;
  }
  const data = platform === 'darwin' ? undefined : env.XDG_DATA_HOME;
  if (data === undefined) return `${homeDir}/.local/share/ai-tools`;
  return isPlainPath(data) ? `${data}/ai-tools` : undefined;
}

/** Absolute, but not the root, and what `normalize` makes of it is itself. */
function isPlainOnPosix(path: string): boolean {
  const ended = `${path}/`;
  return path[0] === '/' && !ended.includes('//') && !ended.includes('/./') && !ended.includes('/../');
}

function isPlainOnWindows(path: string): boolean {
  return /^[a-z]:(?:\\(?!\.{1,2}(?:\\|$))[^\\/:]+)+$/i.test(path);
}

function foundFolder(host: FolderHost): OurFolder {
  const asked = host.env[folderVariable];
  if (asked === undefined) return dataFolder(host);
  const expanded = expandHome(host, asked);
  if (!isFullyAbsolute(host, expanded)) {
    throw new ToolsError('HOME_UNUSABLE', { variable: folderVariable, value: asked });
  }
  return { root: withoutTrailingSlash(host, host.path.normalize(expanded)), warnings: [] };
}

/**
 * The folder that env-paths 4 gives as `data`, without its suffix. On macOS not in Library/Application Support,
 * because homes hold sockets (104 bytes of path) and hooks that tools run unquoted.
 */
function dataFolder(host: FolderHost): OurFolder {
  const { join } = host.path;
  // B058: an unusable home stops us even where a variable would lead elsewhere.
  const home = usableHome(host, host.homeDir);
  if (host.platform === 'darwin') return { root: join(home, '.local', 'share', 'ai-tools'), warnings: [] };
  const variable = host.platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_DATA_HOME';
  const { value, warnings } = absoluteVariable(host, variable);
  const root =
    host.platform === 'win32'
      ? join(value ?? join(home, 'AppData', 'Local'), 'ai-tools', 'Data')
      : join(value ?? join(home, '.local', 'share'), 'ai-tools');
  return { root, warnings };
}

function absoluteVariable(
  host: FolderHost,
  variable: string,
): { value?: string; warnings: readonly string[] } {
  const value = host.env[variable];
  if (value === undefined) return { warnings: [] };
  if (isFullyAbsolute(host, value)) return { value, warnings: [] };
  const problem = value === '' ? 'empty' : `"${value}", which is not an absolute path`;
  return { warnings: [`${variable} is ${problem}: ignored.`] };
}

function withoutTrailingSlash(host: FolderHost, path: string): string {
  const { root } = host.path.parse(path);
  return path.length > root.length && path.endsWith(host.path.sep) ? path.slice(0, -1) : path;
}
