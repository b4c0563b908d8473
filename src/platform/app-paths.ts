import { below } from './below.ts';
import type { Host } from './host.ts';
import { type FolderHost, type OurFolder, ourFolder } from './our-folder.ts';

/** Lies in our folder, and so tells it from any other. */
export const layoutName = 'layout.json';

/** Where everything of ours lies. Pure strings: nothing is looked at or made. */
export interface AppPaths extends OurFolder, FolderPaths {}

export interface FolderPaths {
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
export function appPaths(host: FolderHost): AppPaths {
  const folder = ourFolder(host);
  return { ...folder, ...pathsIn(host.path, folder.root) };
}

/** What lies in our folder. */
export function pathsIn(path: Host['path'], root: string): FolderPaths {
  const inRoot = (name: string) => below(path, root, name);
  // A tool, a label or an id may be anything while nobody has looked at it.
  const joined = (...names: string[]) => path.join(root, ...names);
  return {
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
    pluginTable: below(path, root, 'plugins', 'enabled.json'),
    defaultOf: (tool) => joined('defaults', tool),
    labelOf: (tool, folded) => joined('labels', tool, folded),
    accountFolder: (tool, id) => joined('accounts', tool, id),
    installationFolder: (tool, name) => joined('installations', tool, name),
    sharedFolder: (tool, name) => joined('installations', tool, name, 'shared'),
  };
}
