import type { Host } from '../../platform/index.ts';
import { compareByCodePoint, type JsonValue } from '../../registry/index.ts';
import {
  isPluginConfigFile,
  isPluginSecretsFile,
  type PluginConfigFile,
  type PluginSecretsFile,
  readJson,
} from '../../state/index.ts';
import type { CheckedConfigSchema } from './config-field.ts';

/** What the user has set for a plugin. Defaults are not in it. */
export interface StoredConfig {
  /** By key, what is sensitive included. Not checked: the schema may have changed since. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** What is not kept here: by key, where it is. As it was written down. */
  readonly references: Readonly<Record<string, string>>;
  /** The keys that are never shown: of `values`, `references`, or `unknown`. */
  readonly sensitive: readonly string[];
  /** Set once, and not in the schema any more. Kept, and no part of `values`. */
  readonly unknown: readonly string[];
}

/**
 * Changes nothing. Without a schema there is nothing that can be set, and all that was set is unknown.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE: one that is damaged is never taken for empty
 */
export function readConfig(
  host: Host,
  folder: string,
  schema: CheckedConfigSchema | undefined,
): StoredConfig {
  return storedConfigOf(readConfigFiles(host, folder), schema);
}

/** The two files that the configuration of a plugin lies in. */
export interface ConfigFiles {
  readonly plain: PluginConfigFile;
  readonly secret: PluginSecretsFile;
}

export function readConfigFiles(host: Host, folder: string): ConfigFiles {
  const { plain, secret } = configPaths(host, folder);
  return {
    plain: readJson(host, plain, isPluginConfigFile) ?? { schemaVersion: 1, values: {} },
    secret: readJson(host, secret, isPluginSecretsFile) ?? { schemaVersion: 1, values: {}, references: {} },
  };
}

/** Where the configuration of a plugin lies: what is sensitive in a file of its own. */
export function configPaths(host: Host, folder: string): { readonly plain: string; readonly secret: string } {
  return {
    plain: host.path.join(folder, 'config.json'),
    secret: host.path.join(folder, 'secrets.json'),
  };
}

/** What was once sensitive stays so, whatever the schema says now; and what has become so is at once. */
export function storedConfigOf(
  { plain, secret }: ConfigFiles,
  schema: CheckedConfigSchema | undefined,
): StoredConfig {
  const fields = new Map(schema?.fields.map((field) => [field.key, field]));
  const isKnown = ([key]: readonly [string, unknown]) => fields.has(key);
  const references = Object.entries(secret.references);
  const plainOnly = Object.entries(plain.values).filter(([key]) => !Object.hasOwn(secret.references, key));
  // The secret one last: it is the one that holds where both have a value.
  const values = [...plainOnly, ...Object.entries(secret.values)];
  const keys = [...new Set([...values, ...references].map(([key]) => key))].sort(compareByCodePoint);
  return {
    values: Object.fromEntries(values.filter(isKnown)) as Readonly<Record<string, JsonValue>>,
    references: Object.fromEntries(references.filter(isKnown)),
    sensitive: keys.filter(
      (key) =>
        fields.get(key)?.sensitive ||
        Object.hasOwn(secret.values, key) ||
        Object.hasOwn(secret.references, key),
    ),
    unknown: keys.filter((key) => !fields.has(key)),
  };
}
