import type { AccountsContext } from '../accounts/index.ts';
import { noExtensions } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { type AppPaths, appPaths, errnoOf, type Host } from '../platform/index.ts';
import type { LoadedCommand, LoadedPlugins, PluginsContext } from '../plugins/index.ts';
import type { KnownTools } from '../registry/index.ts';
import { checkLayout } from '../state/index.ts';
import { version } from './version.ts';

/** The tools that are known in this run, and what plugins add. */
export interface PluggedIn {
  readonly registry: KnownTools;
  readonly extensions: AccountsContext['extensions'];
  readonly commands: readonly LoadedCommand[];
  /** What is not used of them, and why. */
  readonly problems: readonly ToolsError[];
  /** What is wrong with plugins that are used all the same: for commands that tell what there is. */
  readonly warnings: readonly ToolsError[];
  readonly conflicts: LoadedPlugins['conflicts'];
  readonly builtIns: KnownTools;
  /** undefined: nothing of ours can be asked where our files lie, so nobody asked. */
  readonly reliesOn: LoadedPlugins['reliesOn'] | undefined;
  bringerOf(toolId: string): string | undefined;
  close(): Promise<void>;
}

export interface PluggingOptions {
  readonly tell: (line: string) => void;
  readonly admit?: PluginsContext['admit'];
  readonly hide?: PluginsContext['hide'];
  readonly trial: PluginsContext['trial'];
  /** For commands about plugins: none is asked before it is wanted. */
  readonly isHasty: boolean;
}

/** Where no plugin is enabled this costs one look. */
export async function pluggedIn(
  host: Host,
  builtIns: KnownTools,
  options: PluggingOptions,
): Promise<PluggedIn> {
  const paths = pathsWithPlugins(host, options);
  if (typeof paths !== 'object') return nothingPlugged(builtIns, paths);
  const { loadPlugins } = await import('../plugins/index.ts');
  const { tell, admit, hide, trial, isHasty } = options;
  const ctx: PluginsContext = {
    ...{ host, paths, version, builtIns, tell },
    ...(admit && { admit }),
    ...(hide && { hide }),
    ...(trial && { trial }),
  };
  return { builtIns, ...(await loadPlugins(ctx, { isHasty })) };
}

/** A path: no plugin is enabled, for nothing lies there. undefined: nobody can say. */
function pathsWithPlugins(host: Host, { trial }: PluggingOptions): AppPaths | string | undefined {
  try {
    const paths = appPaths(host);
    if (trial === undefined && host.files.lstat(paths.pluginTable) === undefined) return paths.pluginTable;
    checkLayout(host, paths);
    return paths;
  } catch (error) {
    // Whoever comes to our folder says it.
    if (error instanceof ToolsError || errnoOf(error) !== undefined) return undefined;
    throw error;
  }
}

function nothingPlugged(builtIns: KnownTools, table: string | undefined): PluggedIn {
  return {
    builtIns,
    registry: builtIns,
    extensions: noExtensions,
    commands: [],
    problems: [],
    warnings: [],
    conflicts: [],
    reliesOn: table === undefined ? undefined : { absent: [table], same: {} },
    bringerOf: () => undefined,
    close: async () => {},
  };
}
