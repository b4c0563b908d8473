import type { AccountsContext, ReliedOn } from '../../accounts/index.ts';
import { bindingFileName, noExtensions } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { AIToolRegistry, type KnownTools } from '../../registry/index.ts';
import { type ActivePlugin, activePlugin } from './active-plugin.ts';
import { type Conflict, conflictsOf } from './conflicts.ts';
import { type CurrentPlugin, currentPlugins } from './current-plugins.ts';
import { extensionsOf } from './extensions.ts';
import { builtInOwner, registerAll } from './known-owners.ts';
import { noisyPlugin } from './noisy-plugin.ts';
import { commandsOf, type LoadedCommand } from './plugin-commands.ts';
import type { PluginsContext } from './plugins-context.ts';
import { pluginOf } from './register-tool.ts';
import type { Stamps } from './stamps.ts';
import { trialPlugins } from './trial-plugins.ts';
import { isOfProject } from './used-here.ts';

/** Everything that is known here: the built-ins, and what plugins bring. */
export interface LoadedPlugins {
  readonly registry: KnownTools;
  readonly extensions: AccountsContext['extensions'];
  readonly commands: readonly LoadedCommand[];
  readonly plugins: readonly ActivePlugin[];
  /** What of them is not used, and why. Each costs only itself. */
  readonly problems: readonly ToolsError[];
  /** What is wrong with plugins that are used all the same. */
  readonly warnings: readonly ToolsError[];
  readonly conflicts: readonly Conflict[];
  /**
   * What everything above was found out from. undefined: there is a problem, and each start is to be told of it; or it
   * is so in this directory alone.
   */
  readonly reliesOn: ReliedOn | undefined;
  /** The plugin that brings the tool of this id; undefined: a built-in, or none. */
  bringerOf(toolId: string): string | undefined;
  /** Modules are unloaded, programs ended. */
  close(): Promise<void>;
}

/**
 * What is enabled, by the table: nothing is loaded or started before it is called, unless it changed since. A plugin
 * that fails is a problem of its own. `isHasty`: see currentPlugins.
 */
export async function loadPlugins(
  ctx: PluginsContext,
  options: { readonly isHasty?: boolean } = {},
): Promise<LoadedPlugins> {
  const { plugins: enabled, problems, stamps, dependsOnPlace } = await currentPlugins(ctx, options);
  const trial = await trialPlugins(
    ctx,
    enabled.map(({ is }) => is),
  );
  const tried = trial.map(({ id }) => id);
  const current = [
    ...trial.map((is): CurrentPlugin => ({ is })),
    ...enabled.filter(({ is }) => !tried.includes(is.id)),
  ];
  const reliesOn = conditionsOf(stamps, current, dependsOnPlace);
  if (current.length === 0)
    return { ...nothingLoaded(ctx), problems, reliesOn: problems.length === 0 ? reliesOn : undefined };
  const active = current.map(({ is, problem }) =>
    activePlugin(
      ctx,
      is,
      current.map((other) => other.is),
      problem,
    ),
  );
  const { registry, refused } = registered(ctx, active);
  const bringerOf = (toolId: string) => pluginOf(registry.ownerOf(toolId));
  const isAdded = (toolId: string) => bringerOf(toolId) !== undefined;
  const { host, paths, tell } = ctx;
  const all = [...problems, ...active.flatMap(({ problem }) => (problem ? [problem] : [])), ...refused];
  return {
    registry,
    extensions: extensionsOf({ host, paths, registry, isAdded, tell }, active),
    commands: commandsOf(active),
    plugins: active,
    problems: all,
    warnings: active.flatMap(({ is }) => noisyPlugin(is) ?? []),
    conflicts: conflictsOf(ctx.builtIns, active),
    reliesOn: all.length === 0 ? reliesOn : undefined,
    bringerOf,
    close: async () => {
      await Promise.all(active.map((plugin) => plugin.close()));
    },
  };
}

function nothingLoaded({ builtIns }: PluginsContext): Omit<LoadedPlugins, 'problems' | 'reliesOn'> {
  return {
    registry: builtIns,
    extensions: noExtensions,
    commands: [],
    plugins: [],
    warnings: [],
    conflicts: [],
    bringerOf: () => undefined,
    close: async () => {},
  };
}

/** The built-ins come first: none of their tools is ever replaced. */
function registered(ctx: PluginsContext, plugins: readonly ActivePlugin[]) {
  const registry = AIToolRegistry.ofChecked(ctx.builtIns.all(), builtInOwner);
  const refused = plugins.flatMap(({ is }) =>
    registerAll(registry, is).map(
      (error) => new ToolsError('PLUGIN_TOOL_REFUSED', { id: is.id, why: error.message.replace(/\.$/, '') }),
    ),
  );
  registry.seal();
  return { registry, refused };
}

/**
 * How the files lay that said all this: a start that was recorded relies on them, too. Where a repository may have
 * plugins of its own nothing that was recorded elsewhere holds, and nothing is recorded where it has.
 */
function conditionsOf(
  found: Stamps,
  plugins: readonly CurrentPlugin[],
  dependsOnPlace: boolean,
): ReliedOn | undefined {
  if (plugins.some(({ is }) => isOfProject(is))) return undefined;
  const stamps = [found, ...plugins.map(({ is }) => is.stamps)].flatMap((each) => Object.entries(each));
  return {
    ...(dependsOnPlace && { absentAbove: [bindingFileName] }),
    absent: [...new Set(stamps.flatMap(([file, stamp]) => (stamp === '' ? file : [])))],
    same: Object.fromEntries(stamps.filter(([, stamp]) => stamp !== '')),
  };
}
