import { ToolsError } from '../../errors/index.ts';
import { type ChildPlugin, childPlugin } from '../rpc/index.ts';
import { findPackage } from './found-plugin.ts';
import { ownedByOthers } from './known-owners.ts';
import { loadModule } from './load-module.ts';
import { noisyPlugin } from './noisy-plugin.ts';
import type { TablePlugin } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import type { RunningPlugin } from './set-up-plugin.ts';
import { doStampsHold } from './stamps.ts';
import { isOfProject } from './used-here.ts';
import { valuesWithSecrets } from './values-with-secrets.ts';

/** A plugin that is in use in this run. Its code is loaded, or its program started, when it is first called. */
export interface ActivePlugin {
  readonly is: TablePlugin;
  /** Why it can't be asked in this run. What it would be asked for fails with it. */
  readonly problem?: ToolsError;
  /** @throws ToolsError `problem`, and as loadModule */
  module(): Promise<RunningPlugin>;
  /** @throws ToolsError `problem` */
  program(): ChildPlugin;
  close(): Promise<void>;
}

export function activePlugin(
  ctx: PluginsContext,
  is: TablePlugin,
  others: readonly TablePlugin[],
  problem?: ToolsError,
): ActivePlugin {
  let running: Promise<RunningPlugin> | undefined;
  let ready: RunningPlugin | undefined;
  let child: ChildPlugin | undefined;
  const unusable = () => problem ?? new ToolsError('PLUGIN_SOURCE_GONE', { id: is.id, path: is.source.path });
  return {
    is,
    ...(problem && { problem }),
    module: async () => {
      if (problem || is.entry === null) throw unusable();
      if (!running) requireAsLookedAt(ctx, is, is.entry);
      running ??= loadNow(ctx, is, is.entry, others);
      ready = await running;
      return ready;
    },
    program: () => {
      if (problem || is.program === null) throw unusable();
      if (!child) requireAsLookedAt(ctx, is, is.program);
      child ??= childPlugin(ctx.host, is.program, { version: ctx.version, name: is.id });
      return child;
    },
    close: async () => {
      // One that is still being set up is not waited for: it is unloaded when it is done.
      void running?.then((loaded) => loaded.unload()).catch(() => {});
      await Promise.all([ready?.unload(), child?.close()]);
      // What it was heard to write when it was enabled, the table says.
      const noisy = is.noise ? undefined : noisyPlugin(is, child?.noise);
      if (noisy) ctx.tell(`${noisy.message} ${noisy.hint}`);
    },
  };
}

/** A command may run for long before it comes to a plugin, while a repository is pulled. @throws ToolsError PLUGIN_FAILED */
function requireAsLookedAt({ host }: PluginsContext, is: TablePlugin, file: string): void {
  const { [file]: stamp = '' } = is.stamps;
  if (!isOfProject(is) || doStampsHold(host, { [file]: stamp })) return;
  const why = 'it changed in its repository while this command ran';
  throw new ToolsError('PLUGIN_FAILED', { id: is.id, what: 'being loaded', why });
}

async function loadNow(
  ctx: PluginsContext,
  is: TablePlugin,
  entry: string,
  others: readonly TablePlugin[],
): Promise<RunningPlugin> {
  const { id, permissions, manifest } = is;
  const registry = ownedByOthers(ctx, is, others);
  const by = { id, permissions, manifest: manifest ?? entry, registry };
  return loadModule(ctx, entry, by, await valuesWithSecrets(ctx, { id, ...findPackage(ctx, is) }));
}
