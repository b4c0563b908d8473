import type { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import { startPiped } from '../../process/index.ts';
import { type AccountInfo, wireLimits } from '../contract/index.ts';
import type { WireLimits } from './connection.ts';
import type { Described } from './handshake.ts';
import type { Noise } from './noise-log.ts';
import { pluginEnvironment } from './plugin-environment.ts';
import { pluginOver } from './plugin-over.ts';

export type ChildState = 'discovered' | 'initializing' | 'ready' | 'unreachable' | 'absent' | 'rejected';

/** One program behind the wire. It is started by the first call, and again by the next one after it was lost. */
export interface ChildPlugin {
  readonly file: string;
  readonly state: ChildState;
  /** Why it is absent, rejected or unreachable, or the last read was not answered. */
  readonly problem: ToolsError | undefined;
  /** What it wrote that is no protocol, since it was started last. */
  readonly noise: Noise;
  /**
   * What tool it brings, and what it can do.
   * @throws ToolsError PLUGIN_ABSENT, PLUGIN_REJECTED (both final for this run), PLUGIN_UNREACHABLE,
   * PLUGIN_ANSWER_MALFORMED, PLUGIN_CALL_FAILED, PLUGIN_METHOD_ABSENT, PLUGIN_CALL_CANCELLED
   */
  readonly describe: (signal?: AbortSignal) => Promise<Described>;
  /** Who an account is. A read: undefined when nobody answers; `problem` says why. */
  readonly accountInfo: (configDir: string, signal?: AbortSignal) => Promise<AccountInfo | undefined>;
  /**
   * Carries a login from one directory of the tool to another. A write: resolves only when the plugin said that it
   * was done.
   * @throws ToolsError PLUGIN_WRITE_ABORTED: it may not have happened
   */
  readonly credentialCopy: (from: string, to: string, signal?: AbortSignal) => Promise<void>;
  /** Ends it, with all that it started. A later call fails. */
  readonly close: () => Promise<void>;
}

export interface ChildOptions {
  readonly limits?: Partial<WireLimits>;
  readonly args?: readonly string[];
  /** Ours, which the plugin is told. */
  readonly version: string;
  /** What people call it; else the path of its program. */
  readonly name?: string;
}

/** Nothing is looked at or started before the first call. */
export function childPlugin(host: Host, file: string, options: ChildOptions): ChildPlugin {
  const limits: WireLimits = { ...wireLimits, ...options.limits };
  const open = () =>
    startPiped(
      host,
      // Never the user's working directory: what lies there is not for a plugin to find.
      { file, args: options.args ?? [], env: pluginEnvironment(host), cwd: host.homeDir },
      limits,
    );
  return pluginOver(open, { file, plugin: options.name ?? file }, { limits, version: options.version });
}
