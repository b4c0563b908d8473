import { ToolsError } from '../errors/index.ts';
import { below } from './below.ts';
import { expandHome } from './expand-home.ts';
import type { Host } from './host.ts';
import { isFullyAbsolute, usableHome } from './usable-home.ts';

/** Says where our folder is. Passed on to every child, so that a nested run sees the same accounts. */
export const folderVariable = 'AI_TOOLS_HOME';

/** Lies in our folder, and so tells it from any other. */
export const layoutName = 'layout.json';

/** Where everything of ours lies. Pure strings: nothing is looked at or made. */
export interface AppPaths {
  /** Our folder: absolute. */
  readonly root: string;
  /** What was odd about the variables that lead here, one sentence each. */
  readonly warnings: readonly string[];
  readonly layout: string;
  readonly shims: string;
  /** What shells read when they start, and in which files of the user's we say so. */
  readonly shells: string;
  readonly trash: string;
  readonly journal: string;
  readonly settings: string;
  /** Directory → account of each tool. */
  readonly links: string;
  /** The files in repositories that may bind their directory, by the hash of what they say. */
  readonly trust: string;
  /** What can be made anew from the rest at any time; nothing is lost with it. */
  readonly cache: string;
  readonly defaults: string;
  readonly labels: string;
  readonly accounts: string;
  readonly installations: string;
  readonly conflicts: string;
  /** One folder a plugin, by its folded id: what we know of it, what it keeps, what its user set. */
  readonly plugins: string;
  /** What the plugins that are enabled bring. Absent: none is. */
  readonly pluginTable: string;
  /** defaults/<tool> */
  defaultOf(tool: string): string;
  /** labels/<tool>/<folded label> */
  labelOf(tool: string, folded: string): string;
  accountFolder(tool: string, id: string): string;
  installationFolder(tool: string, name: string): string;
  /** The accumulated state of an installation: what its accounts share. */
  sharedFolder(tool: string, name: string): string;
}

/**
 * Our folder and what lies in it.
 * @throws ToolsError HOME_UNUSABLE when neither AI_TOOLS_HOME nor a home directory gives an absolute path.
 */
export function appPaths(host: Host): AppPaths {
  const { join } = host.path;
  const { root, warnings } = rootOf(host);
  const inRoot = (name: string) => below(host.path, root, name);
  return {
    root,
    warnings,
    layout: inRoot(layoutName),
    shims: inRoot('shims'),
    shells: inRoot('shells'),
    trash: inRoot('trash'),
    journal: inRoot('journal'),
    settings: inRoot('settings.json'),
    links: inRoot('links.json'),
    trust: inRoot('trust.json'),
    cache: inRoot('cache'),
    defaults: inRoot('defaults'),
    labels: inRoot('labels'),
    accounts: inRoot('accounts'),
    installations: inRoot('installations'),
    conflicts: inRoot('conflicts'),
    plugins: inRoot('plugins'),
    pluginTable: join(root, 'plugins', 'enabled.json'),
    defaultOf: (tool) => join(root, 'defaults', tool),
    labelOf: (tool, folded) => join(root, 'labels', tool, folded),
    accountFolder: (tool, id) => join(root, 'accounts', tool, id),
    installationFolder: (tool, name) => join(root, 'installations', tool, name),
    sharedFolder: (tool, name) => join(root, 'installations', tool, name, 'shared'),
  };
}

function rootOf(host: Host): Pick<AppPaths, 'root' | 'warnings'> {
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
function dataFolder(host: Host): Pick<AppPaths, 'root' | 'warnings'> {
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

function absoluteVariable(host: Host, variable: string): { value?: string; warnings: readonly string[] } {
  const value = host.env[variable];
  if (value === undefined) return { warnings: [] };
  if (isFullyAbsolute(host, value)) return { value, warnings: [] };
  const problem = value === '' ? 'empty' : `"${value}", which is not an absolute path`;
  return { warnings: [`${variable} is ${problem}: ignored.`] };
}

function withoutTrailingSlash(host: Host, path: string): string {
  const { root } = host.path.parse(path);
  return path.length > root.length && path.endsWith(host.path.sep) ? path.slice(0, -1) : path;
}
