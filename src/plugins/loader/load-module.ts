import { pathToFileURL } from 'node:url';
import { stampOf } from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import { pluginApiVersion, type ToolPlugin } from '../contract/index.ts';
import { isApiWelcome } from '../manifest/index.ts';
import { isBeingCalled, noteCall } from './calls-under-way.ts';
import { clauseOfFailure, harmless } from './harmless.ts';
import { moduleLimits } from './module-limits.ts';
import type { PluginsContext } from './plugins-context.ts';
import type { Registrant } from './registrations.ts';
import { type RunningPlugin, setUpPlugin } from './set-up-plugin.ts';
import { withinTime } from './within-time.ts';

/**
 * Runs a plugin's module inside our process and sets it up.
 * @throws ToolsError PLUGIN_EXPORT_UNUSABLE, PLUGIN_SETUP_FAILED, PLUGIN_TIMED_OUT and as setUpPlugin; nothing of it
 *   is left then
 */
export async function loadModule(
  ctx: Pick<PluginsContext, 'host' | 'paths' | 'tell' | 'admit'>,
  file: string,
  by: Registrant,
  config: Readonly<Record<string, JsonValue>> = {},
): Promise<RunningPlugin> {
  ctx.admit?.({
    id: by.id,
    places: placesOf(ctx, file),
    failed: (error, ids) => ctx.tell(strayLine(error, ids)),
    isCalled: () => isBeingCalled(by.id),
  });
  const exported = await withinTime(
    () => noteCall(by.id, () => importFile(ctx, by.id, file)),
    moduleLimits.setupMs,
    {
      late: () =>
        new ToolsError('PLUGIN_TIMED_OUT', { id: by.id, what: 'being loaded', ms: moduleLimits.setupMs }),
    },
  );
  return noteCall(by.id, () => setUpPlugin(ctx, pluginIn(exported, by.id, file), by, config));
}

/** Another state of the file is another module: Node keeps what it has once loaded. */
async function importFile(
  { host }: Pick<PluginsContext, 'host'>,
  id: string,
  file: string,
): Promise<unknown> {
  const stat = host.files.stat(file);
  if (!stat) throw new ToolsError('PLUGIN_SOURCE_GONE', { id, path: file });
  const url = `${pathToFileURL(file).href}?${encodeURIComponent(stampOf(stat))}`;
  try {
    const module = (await import(/* @vite-ignore */ url)) as { readonly default?: unknown };
    return defaultOf(module.default);
  } catch (error) {
    throw new ToolsError('PLUGIN_SETUP_FAILED', { id, why: clauseOfFailure(error) }, { cause: error });
  }
}

/** What was written as a module, and compiled to CommonJS, has its own default within that of Node. */
function defaultOf(exported: unknown): unknown {
  if (typeof exported !== 'object' || exported === null) return exported;
  const { __esModule: isCompiled, default: inner } = exported as Readonly<Record<string, unknown>>;
  return isCompiled === true && inner !== undefined ? inner : exported;
}

/** What lies beside its module, or below, is its code, too. */
function placesOf({ host }: Pick<PluginsContext, 'host'>, file: string): readonly string[] {
  const folder = host.path.dirname(file);
  return [folder + host.path.sep, `${pathToFileURL(folder).href}/`];
}

/** What fails outside of all that was asked of it. */
function strayLine(error: unknown, ids: readonly string[]): string {
  const names = ids.map((id) => `"${id}"`).join(' or ');
  return `the plugin ${names} failed, and nobody was waiting for that: ${clauseOfFailure(error)}`;
}

function pluginIn(exported: unknown, id: string, file: string): ToolPlugin {
  const problem = exportProblem(exported, id);
  if (problem !== undefined) throw new ToolsError('PLUGIN_EXPORT_UNUSABLE', { id, file, problem });
  return exported as ToolPlugin;
}

function exportProblem(exported: unknown, id: string): string | undefined {
  if (typeof exported !== 'object' || exported === null) return 'exports no plugin by default';
  const plugin = exported as Partial<ToolPlugin>;
  if (typeof plugin.setup !== 'function') return 'exports something without a function "setup"';
  if (plugin.id !== id) return `calls itself "${harmless(String(plugin.id), 60)}"`;
  if (!isApiWelcome(plugin.apiVersion))
    return `is for the plugin API ${harmless(String(plugin.apiVersion), 20)}, and here is ${pluginApiVersion}`;
  return undefined;
}
