import { ToolsError } from '../../errors/index.ts';
import type { AppPaths, Host } from '../../platform/index.ts';
import { closestName, type JsonValue } from '../../registry/index.ts';
import { ensureFolder, ensureLayout, type HeldLock, withLock, writeJson } from '../../state/index.ts';
import type { CheckedConfigSchema } from './config-field.ts';
import {
  type ConfigFiles,
  configPaths,
  readConfigFiles,
  type StoredConfig,
  storedConfigOf,
} from './read-config.ts';
import { requireConfig } from './validate-config.ts';

/** What is changed of a plugin's configuration; what is not named stays as it is. */
export interface ConfigChange {
  readonly set?: Readonly<Record<string, JsonValue>>;
  /** Sensitive keys → where their values are kept instead. */
  readonly refer?: Readonly<Record<string, string>>;
  /** A key that is not in the schema any more can be taken away, too. */
  readonly unset?: readonly string[];
}

/** Whose configuration it is. */
export interface ConfiguredPlugin {
  readonly id: string;
  /** The plugin's folder of state: absolute. */
  readonly folder: string;
  readonly schema: CheckedConfigSchema | undefined;
}

interface Ours {
  readonly host: Host;
  readonly paths: AppPaths;
  readonly tell: (line: string) => void;
}

/**
 * Changes what the user has set, of which each value is judged first. What is sensitive, or once was, goes to a file
 * of its own; what has become sensitive is moved there. Returns what was set before, and what is now.
 * @throws ToolsError PLUGIN_CONFIG_KEY_UNKNOWN, PLUGIN_CONFIG_INVALID, and those of reading, locking and writing:
 *   BUSY, STATE_DAMAGED, WRITE_FAILED …
 */
export async function writeConfig(
  { host, paths, tell }: Ours,
  plugin: ConfiguredPlugin,
  change: ConfigChange,
): Promise<{ readonly before: StoredConfig; readonly after: StoredConfig }> {
  requireConfigChange(plugin, change);
  ensureLayout(host, paths);
  ensureFolder(host, plugin.folder);
  const places = configPaths(host, plugin.folder);
  const work = async (lock: HeldLock) => {
    const before = readConfigFiles(host, plugin.folder);
    const after = changed(before, plugin.schema, change);
    requireReachable(plugin, before, change);
    const write = { beforeCommit: lock.assertOurs };
    // First: between the two a value may be in both files, and never in none.
    if (!isSame(before.secret, after.secret))
      await writeJson(host, places.secret, 'pluginSecrets', after.secret, write);
    if (!isSame(before.plain, after.plain))
      await writeJson(host, places.plain, 'pluginConfig', after.plain, write);
    return { before: storedConfigOf(before, plugin.schema), after: storedConfigOf(after, plugin.schema) };
  };
  return withLock(host, places.plain, `the configuration of ${plugin.id}`, work, { tell });
}

/** What is to be set, and to what. @throws ToolsError PLUGIN_CONFIG_KEY_UNKNOWN, PLUGIN_CONFIG_INVALID */
export function requireConfigChange(
  { id, schema }: Pick<ConfiguredPlugin, 'id' | 'schema'>,
  { set = {}, refer = {} }: ConfigChange,
): void {
  const fields = schema?.fields ?? [];
  for (const key of [...Object.keys(set), ...Object.keys(refer)])
    if (!fields.some((field) => field.key === key)) throw unknownKey({ id, schema }, key);
  const problems = Object.entries(refer).flatMap(([key, reference]) => {
    if (!fields.find((field) => field.key === key)?.sensitive)
      return [{ key, problem: 'is not sensitive: only what is can be kept elsewhere' }];
    return isReference(reference)
      ? []
      : [{ key, problem: 'must be referred to in one line of at most 2048 characters' }];
  });
  if (problems.length > 0) throw new ToolsError('PLUGIN_CONFIG_INVALID', { plugin: id, problems });
  if (schema) requireConfig(id, schema, set, { mayLack: fields.map(({ key }) => key) });
}

function isReference(text: string): boolean {
  return text !== '' && text.length <= 2_048 && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);
}

/** What is neither set nor in the schema is a slip of the pen. */
function requireReachable(plugin: ConfiguredPlugin, files: ConfigFiles, { unset = [] }: ConfigChange): void {
  const known = [
    ...(plugin.schema?.fields.map(({ key }) => key) ?? []),
    ...Object.keys({ ...files.plain.values, ...files.secret.values, ...files.secret.references }),
  ];
  for (const key of unset) if (!known.includes(key)) throw unknownKey(plugin, key);
}

function unknownKey({ id, schema }: Pick<ConfiguredPlugin, 'id' | 'schema'>, key: string): ToolsError {
  const closest = closestName(key, schema?.fields.map((field) => field.key) ?? []);
  return new ToolsError('PLUGIN_CONFIG_KEY_UNKNOWN', { plugin: id, key: key.slice(0, 64), closest });
}

/** Both files as they are after the change. */
function changed(
  { plain, secret }: ConfigFiles,
  schema: CheckedConfigSchema | undefined,
  { set = {}, refer = {}, unset = [] }: ConfigChange,
): ConfigFiles {
  const isSensitive = (key: string) =>
    schema?.fields.some((field) => field.key === key && field.sensitive) ||
    Object.hasOwn(secret.values, key) ||
    Object.hasOwn(secret.references, key);
  // What was no text when it was set is no secret of today's schema, and stays where it is.
  const isSecret = (entry: readonly [string, unknown]): entry is [string, string] =>
    isSensitive(entry[0]) && typeof entry[1] === 'string';
  const gone = new Set([...unset, ...Object.keys(refer)]);
  // What the secret file already says of a key holds, here as for who reads it.
  const all = { ...plain.values, ...secret.values, ...set };
  for (const key of Object.keys(secret.references)) if (!Object.hasOwn(set, key)) gone.add(key);
  const values = Object.entries(all).filter(([key]) => !gone.has(key));
  const kept = Object.entries({ ...secret.references, ...refer }).filter(
    ([key]) => Object.hasOwn(refer, key) || (!Object.hasOwn(set, key) && !unset.includes(key)),
  );
  return {
    plain: { ...plain, values: Object.fromEntries(values.filter((entry) => !isSecret(entry))) },
    secret: {
      ...secret,
      values: Object.fromEntries(values.filter(isSecret)),
      references: Object.fromEntries(kept),
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
