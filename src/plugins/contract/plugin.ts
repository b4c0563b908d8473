import type { JsonValue, ToolDescriptor } from '../../registry/index.ts';
import type { ExtensionPoint, ExtensionProviders } from './extension-points.ts';

/** What this release offers to plugins. A plugin is welcome when its major is the same and its minor not newer. */
export const pluginApiVersion = '1.0';

/** A plugin that runs inside our process: trusted code, with all the rights of the user. */
export interface ToolPlugin {
  /** A safe path token, as a tool's id is. With a manifest, the one that stands there. */
  readonly id: string;
  /** Exact SemVer. */
  readonly version: string;
  /** `major.minor` of the API it was written for. */
  readonly apiVersion: string;
  /** Registers what the plugin brings. What it throws takes all of that back. */
  readonly setup: (api: PluginApi) => void | Promise<void>;
  /** Called when the plugin is unloaded, after everything it registered is gone. */
  readonly dispose?: () => void | Promise<void>;
}

/** Types a plugin; nothing else. `export default definePlugin({...})`, or the plain object: both are plugins. */
export function definePlugin(plugin: ToolPlugin): ToolPlugin {
  return plugin;
}

/** Takes back one registration, that one alone; again, nothing. */
export type Undo = () => void;

/**
 * What a plugin is given. A registration belongs into `setup`: later ones are refused, for what a plugin brings is
 * written down when its setup ends, so that no start has to load it to know.
 * Each call @throws ToolsError PLUGIN_UNLOADED once the plugin is unloaded; each `register` PLUGIN_TOO_LATE after setup
 */
export interface PluginApi {
  readonly pluginId: string;
  readonly tools: {
    /** @throws RegistrationError as `AIToolRegistry.register`: a built-in or another plugin's tool is never replaced. */
    register(descriptor: ToolDescriptor): Undo;
  };
  readonly extensions: {
    /**
     * The highest priority is asked first (default 0); ties go by plugin id, then by order of registration.
     * @throws ToolsError PLUGIN_PERMISSION_MISSING, PLUGIN_REGISTRATION_REFUSED
     */
    register<Point extends ExtensionPoint>(
      point: Point,
      provider: ExtensionProviders[Point],
      options?: { readonly priority?: number },
    ): Undo;
  };
  readonly commands: {
    /** Adds `tools <pluginId>:<name>`. @throws ToolsError PLUGIN_PERMISSION_MISSING, PLUGIN_REGISTRATION_REFUSED */
    register(command: PluginCommand): Undo;
  };
  readonly state: PluginState;
  /** The values of the plugin's `configSchema`, checked, with its defaults; sensitive ones included. */
  readonly config: Readonly<Record<string, JsonValue>>;
  /** Talk for the user, on stderr; made harmless for terminals, and bounded. */
  readonly log: (line: string) => void;
  /** Aborted when the plugin is unloaded. */
  readonly signal: AbortSignal;
}

/**
 * JSON that a plugin keeps between runs, in a file of its own (0600, at most 1 MiB).
 * Each call @throws ToolsError PLUGIN_PERMISSION_MISSING without `storage`
 */
export interface PluginState {
  get(key: string): Promise<JsonValue | undefined>;
  set(key: string, value: JsonValue): Promise<void>;
  delete(key: string): Promise<void>;
}

/** `tools <pluginId>:<name> …` */
export interface PluginCommand {
  /** Lower-case letters, digits and dashes. */
  readonly name: string;
  /** One sentence for help. */
  readonly description: string;
  /** Returns the exit code, 0 to 125; undefined is 0. */
  readonly run: (call: PluginCommandCall) => Promise<number | undefined>;
}

export interface PluginCommandCall {
  /** What stands after the command's name, as it was typed. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Data for the user, on stdout; made harmless for terminals. */
  readonly print: (line: string) => void;
  /** Aborted when the user gives up. */
  readonly signal: AbortSignal;
}
