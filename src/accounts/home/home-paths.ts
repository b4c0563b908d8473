import type { Host } from '../../platform/index.ts';
import type { AITool, PathRoot } from '../../registry/index.ts';
import type { Account } from '../account.ts';
import { relocationOf } from './relocation.ts';
import { cleanPath, expandTemplate, type TemplateValues } from './templates.ts';
import { userVariables, type VariablesContext } from './user-environment.ts';

/** Where a tool's files lie for one account: absolute paths, nothing is looked at. */
export interface HomePaths {
  /** The directory given to the tool; for `system` the one that takes its place. */
  readonly home: string;
  /** What a root of the descriptor is. */
  rootOf(root?: PathRoot): string;
  /** Where a file of the descriptor lies. */
  fileOf(at: { readonly file: string; readonly root?: PathRoot }): string;
}

export function pathsOf(ctx: VariablesContext, tool: AITool, account: Account): HomePaths {
  return account.kind === 'system' ? systemPaths(ctx, tool) : pathsIn(ctx.host, tool, account.home);
}

/** The places inside a home. */
export function pathsIn(host: Host, tool: AITool, home: string): HomePaths {
  const relocation = relocationOf(tool);
  const config = joined(host, home, relocation.configDir ?? '');
  const rootOf = (root: PathRoot = 'config'): string => {
    if (root === 'config') return config;
    if (root === 'home') return home;
    const inside = relocation.roots?.[root];
    return inside === undefined ? config : joined(host, home, inside);
  };
  return { home, rootOf, fileOf: (at) => joined(host, rootOf(at.root), at.file) };
}

/** The tool's default places, where it looks when none of our variables is set. */
export function systemPaths(ctx: VariablesContext, tool: AITool): HomePaths {
  const { host } = ctx;
  const { system, shape } = relocationOf(tool);
  const values = systemValues(ctx);
  const defaultConfig = joined(host, host.homeDir, tool.configDirectoryName);
  const rootOf = (root: PathRoot = 'config'): string => {
    const template = system?.roots?.[root];
    if (template !== undefined) return expandTemplate(host, template, values);
    if (root === 'home') return shape === 'parent' || shape === 'home' ? host.homeDir : rootOf('config');
    return root === 'config' ? defaultConfig : rootOf('config');
  };
  const fileOf = (at: { file: string; root?: PathRoot }): string => {
    const elsewhere = (at.root ?? 'config') === 'config' ? system?.files?.[at.file] : undefined;
    return elsewhere === undefined
      ? joined(host, rootOf(at.root), at.file)
      : expandTemplate(host, elsewhere, values);
  };
  return { home: rootOf('home'), rootOf, fileOf };
}

/** The user's own directories, as the tool would see them without us. */
export function systemValues(
  ctx: VariablesContext,
): TemplateValues & { userHome: string; xdgConfig: string } {
  const { host } = ctx;
  const env = userVariables(ctx, ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME']);
  const xdg = (name: string, fallback: string): string => {
    const value = env[name];
    return value && host.path.isAbsolute(value)
      ? cleanPath(host, value)
      : joined(host, host.homeDir, fallback);
  };
  return {
    userHome: host.homeDir,
    cwd: host.cwd,
    xdgConfig: xdg('XDG_CONFIG_HOME', '.config'),
    xdgData: xdg('XDG_DATA_HOME', '.local/share'),
    xdgState: xdg('XDG_STATE_HOME', '.local/state'),
    xdgCache: xdg('XDG_CACHE_HOME', '.cache'),
  };
}

function joined(host: Host, directory: string, relative: string): string {
  return relative === '' ? directory : cleanPath(host, host.path.join(directory, ...relative.split('/')));
}
