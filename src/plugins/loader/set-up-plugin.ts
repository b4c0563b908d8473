import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import type { ToolPlugin } from '../contract/index.ts';
import { clauseOfFailure, isOurs } from './harmless.ts';
import { moduleLimits } from './module-limits.ts';
import { type PluginPhase, pluginApi } from './plugin-api.ts';
import type { PluginsContext } from './plugins-context.ts';
import { type Registrant, Registrations } from './registrations.ts';
import { withinTime } from './within-time.ts';

/** A plugin that runs inside our process. */
export interface RunningPlugin {
  readonly id: string;
  readonly registrations: Registrations;
  /** Aborted when it is unloaded. */
  readonly signal: AbortSignal;
  /** Everything that it registered is gone, then it is told. Again, nothing. Never fails: it is gone either way. */
  unload(): Promise<void>;
}

/**
 * Lets a plugin register what it brings. What fails, or takes too long, is taken back, the last first, and
 * then `dispose` is called.
 * @throws ToolsError PLUGIN_SETUP_FAILED, PLUGIN_TIMED_OUT, those of ours that the plugin's calls met
 */
export async function setUpPlugin(
  ctx: Pick<PluginsContext, 'host' | 'paths' | 'tell'>,
  plugin: ToolPlugin,
  by: Registrant,
  config: Readonly<Record<string, JsonValue>> = {},
  limitMs: number = moduleLimits.setupMs,
): Promise<RunningPlugin> {
  const { id } = by;
  const registrations = new Registrations(by);
  const life = new AbortController();
  let phase: PluginPhase = 'setup';
  let unloading: Promise<void> | undefined;
  const unload = () => {
    unloading ??= (async () => {
      registrations.takeBack();
      phase = 'gone';
      life.abort();
      await dispose(plugin);
    })();
    return unloading;
  };
  const api = pluginApi(ctx, by, registrations, { phase: () => phase, signal: life.signal, config });
  try {
    await withinTime(() => plugin.setup(api), limitMs, {
      late: () => new ToolsError('PLUGIN_TIMED_OUT', { id, what: 'setup', ms: limitMs }),
    });
  } catch (error) {
    await unload();
    if (isOurs(error)) throw error;
    throw new ToolsError('PLUGIN_SETUP_FAILED', { id, why: clauseOfFailure(error) }, { cause: error });
  }
  phase = 'running';
  return { id, registrations, signal: life.signal, unload };
}

/** What it can't put away is its own. */
async function dispose(plugin: ToolPlugin): Promise<void> {
  if (typeof plugin.dispose !== 'function') return;
  await withinTime(() => plugin.dispose?.(), moduleLimits.disposeMs, { late: () => new Error('late') }).catch(
    () => {},
  );
}
