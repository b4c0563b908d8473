import type { JsonValue, ToolDescriptor } from '../../registry/index.ts';
import { frozen } from './frozen.ts';
import type { Permission } from './permissions.ts';

export const manifestVersion = 1;

/**
 * The block `tools` of a plugin's package.json. Read and checked before any of the plugin's code runs; what stands
 * here is all that is believed until the user has agreed. Name and version are those of the package.
 */
export interface PluginManifest {
  readonly manifestVersion: typeof manifestVersion;
  /** `major.minor` of the plugin API it was written for. */
  readonly apiVersion: string;
  /** A safe path token: it names the plugin's folder of state. */
  readonly id: string;
  readonly publisher: { readonly id: string; readonly name: string; readonly homepage?: string };
  readonly display: { readonly name: string; readonly description?: string; readonly homepage?: string };
  /** Semver ranges; absent: any. */
  readonly compatibility?: { readonly tools?: string; readonly node?: string };
  readonly permissions?: readonly Permission[];
  /** Data: these tools, and no code is needed for them. Inline, or files of JSON in the package (`./tools/acme.json`). */
  readonly descriptors?: readonly (ToolDescriptor | string)[];
  /** A module in the package that exports a plugin by default: `./dist/plugin.js` (.js, .mjs). */
  readonly entry?: string;
  /** A program in the package that speaks the wire: `./bin/acme-plugin`. Not beside `entry`. */
  readonly program?: string;
  /** What the user can set: JSON Schema 2020-12 (a bounded part of it), inline or a file in the package. */
  readonly configSchema?: string | Readonly<Record<string, JsonValue>>;
}

/** Every field of the block, in the order of the guide. */
export const manifestFields = frozen([
  'manifestVersion',
  'apiVersion',
  'id',
  'publisher',
  'display',
  'compatibility',
  'permissions',
  'descriptors',
  'entry',
  'program',
  'configSchema',
] as const satisfies readonly (keyof PluginManifest)[]);
