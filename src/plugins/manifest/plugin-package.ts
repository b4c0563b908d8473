import type { ToolDescriptor } from '../../registry/index.ts';
import type { CheckedConfigSchema } from '../config/index.ts';
import type { PluginManifest } from '../contract/index.ts';

/** A folder with a plugin, as far as it was read and checked: none of its code has run. */
export interface PluginPackage {
  /** Its real path. */
  readonly root: string;
  readonly name: string;
  readonly version: string;
  readonly manifest: PluginManifest;
  /** Those of the manifest, whether they stand there or in files. */
  readonly descriptors: readonly ToolDescriptor[];
  /** Absolute and real, in the folder. */
  readonly entryFile?: string;
  readonly programFile?: string;
  readonly configSchema?: CheckedConfigSchema;
  /** SHA-256 in hex of what was read, however it was written: another one where any of it means something else. */
  readonly digest: string;
  /** Absolute: what was read. */
  readonly files: readonly string[];
}
