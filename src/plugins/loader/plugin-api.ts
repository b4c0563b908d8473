import { ToolsError } from '../../errors/index.ts';
import type { JsonValue } from '../../registry/index.ts';
import { neededPermissions, type PluginApi } from '../contract/index.ts';
import { harmless } from './harmless.ts';
import { pluginState } from './plugin-state.ts';
import type { PluginsContext } from './plugins-context.ts';
import type { Registrant, Registrations } from './registrations.ts';

/** A plugin is set up, then it runs, then it is gone. */
export type PluginPhase = 'setup' | 'running' | 'gone';

/** Lines of talk that one plugin has in one run. */
const mostLines = 100;

/**
 * What a plugin is given. All it does goes through here, so that nothing of it is possible before its time or after.
 * @param phase what the plugin is at, now
 */
export function pluginApi(
  ctx: Pick<PluginsContext, 'host' | 'paths' | 'tell'>,
  by: Registrant,
  registrations: Registrations,
  {
    phase,
    signal,
    config,
  }: {
    readonly phase: () => PluginPhase;
    readonly signal: AbortSignal;
    readonly config: Readonly<Record<string, JsonValue>>;
  },
): PluginApi {
  const { id } = by;
  const during = (what: string) => {
    if (phase() === 'gone') throw new ToolsError('PLUGIN_UNLOADED', { id, what });
  };
  const duringSetup = (call: string, what: string) => {
    during(call);
    if (phase() !== 'setup') throw new ToolsError('PLUGIN_TOO_LATE', { id, what });
  };
  return Object.freeze({
    pluginId: id,
    tools: Object.freeze<PluginApi['tools']>({
      register: (descriptor) => {
        duringSetup('tools.register', 'a tool');
        return registrations.addTool(descriptor);
      },
    }),
    extensions: Object.freeze<PluginApi['extensions']>({
      register: (point, provider, options) => {
        duringSetup('extensions.register', 'a provider');
        return registrations.addPoint(point, provider, options?.priority);
      },
    }),
    commands: Object.freeze<PluginApi['commands']>({
      register: (command) => {
        duringSetup('commands.register', 'a command');
        return registrations.addCommand(command);
      },
    }),
    state: guardedState(ctx, by, during),
    config,
    log: talkOf(ctx, id, during),
    signal,
  });
}

function guardedState(
  ctx: Pick<PluginsContext, 'host' | 'paths'>,
  { id, permissions, manifest }: Registrant,
  during: (what: string) => void,
): PluginApi['state'] {
  const state = pluginState(ctx, id);
  const allowed = (what: string) => {
    during(what);
    const permission = neededPermissions.state;
    if (!permissions.includes(permission))
      throw new ToolsError('PLUGIN_PERMISSION_MISSING', {
        ...{ id, permission, manifest },
        what: 'anything that it keeps',
      });
    return state;
  };
  return Object.freeze<PluginApi['state']>({
    get: async (key) => allowed('state.get').get(key),
    set: async (key, value) => allowed('state.set').set(key, value),
    delete: async (key) => allowed('state.delete').delete(key),
  });
}

function talkOf(
  ctx: Pick<PluginsContext, 'tell'>,
  id: string,
  during: (what: string) => void,
): (line: string) => void {
  let lines = 0;
  return (line) => {
    during('log');
    lines += 1;
    if (lines < mostLines) ctx.tell(`${id}: ${harmless(String(line), 500)}`);
    else if (lines === mostLines) ctx.tell(`${id}: … (it says more than ${mostLines - 1} lines)`);
  };
}
