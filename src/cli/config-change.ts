import { ToolsError } from '../errors/index.ts';
import { type ConfigField, type configurePlugin, configValueOf, type PluginEntry } from '../plugins/index.ts';
import { closestName } from '../registry/index.ts';
import { askConfig } from './ask-config.ts';
import type { CliContext } from './cli-context.ts';
import { configOf } from './plugin-config.ts';
import { canAsk } from './prompt.ts';
import { readSecret } from './secret-input.ts';

export type ConfigChange = Parameters<typeof configurePlugin>[2];

/** What a line says about one setting. */
export interface AskedConfig {
  readonly key: string;
  readonly value: string | undefined;
  readonly unset: boolean;
  readonly secretRef: string | undefined;
  /** The words of the command, for hints. */
  readonly command: string;
}

/**
 * What is to be changed; a value that is missing is asked for, or read from stdin where it is sensitive.
 * @throws ToolsError OPTION_CONFLICT, ARGUMENT_MISSING, PLUGIN_CONFIG_KEY_UNKNOWN, PLUGIN_CONFIG_INVALID,
 *   PLUGIN_CONFIG_VALUE_SEEN, PLUGIN_CONFIG_INPUT_UNUSABLE, PLUGIN_NOTHING_TO_SET, CANCELLED, and what keeps the plugin
 *   from being read
 */
export async function configChange(
  context: CliContext,
  entry: PluginEntry,
  asked: AskedConfig,
): Promise<ConfigChange> {
  const { key, value, unset, secretRef, command } = asked;
  const { id: plugin } = entry;
  requireOne(asked);
  if (unset) return { unset: [key] };
  const { fields, settings } = configOf(context, entry);
  if (!entry.found && entry.problem) throw entry.problem;
  if (fields.length === 0) throw new ToolsError('PLUGIN_NOTHING_TO_SET', { plugin });
  const field = fieldOf(plugin, fields, key);
  if (secretRef !== undefined) return { refer: { [key]: secretRef } };
  // What once was sensitive stays so.
  const isSensitive = settings.some((each) => each.key === key && each.isSensitive);
  if (value !== undefined) {
    if (!isSensitive) return { set: { [key]: parsed(plugin, field, value) } };
    context.report.hide(value);
    throw new ToolsError('PLUGIN_CONFIG_VALUE_SEEN', { plugin, key });
  }
  if (isSensitive) return { set: { [key]: await secretOf(context, plugin, field, command) } };
  if (!canAsk(context)) {
    const usage = `tools plugin config ${plugin} ${key} VALUE`;
    throw new ToolsError('ARGUMENT_MISSING', { command, usage });
  }
  return askConfig(context, [field], settings, command);
}

function requireOne({ value, unset, secretRef, command }: AskedConfig): void {
  const given = [
    value === undefined ? [] : 'a value',
    unset ? '--unset' : [],
    secretRef === undefined ? [] : '--secret-ref',
  ].flat();
  const [one, other] = given;
  if (one !== undefined && other !== undefined)
    throw new ToolsError('OPTION_CONFLICT', { command, one, other });
}

function fieldOf(plugin: string, fields: readonly ConfigField[], key: string): ConfigField {
  const field = fields.find((each) => each.key === key);
  if (field) return field;
  const closest = closestName(
    key,
    fields.map((each) => each.key),
  );
  throw new ToolsError('PLUGIN_CONFIG_KEY_UNKNOWN', { plugin, key: key.slice(0, 64), closest });
}

function parsed(plugin: string, field: ConfigField, typed: string) {
  const read = configValueOf(field, typed);
  if ('value' in read) return read.value;
  const problems = [{ key: field.key, problem: read.problem }];
  throw new ToolsError('PLUGIN_CONFIG_INVALID', { plugin, problems });
}

async function secretOf(
  context: CliContext,
  plugin: string,
  { key, title = key }: ConfigField,
  command: string,
): Promise<string> {
  const unusable = (problem: 'empty' | 'length' | 'terminal') =>
    new ToolsError('PLUGIN_CONFIG_INPUT_UNUSABLE', { plugin, key, problem });
  const typed = await readSecret(context, command, { question: `${title} (not shown)`, unusable });
  if (typed === '') throw unusable('empty');
  return typed;
}
