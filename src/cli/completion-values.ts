import {
  type AccountsContext,
  labelsStartingWith,
  pluginSchemes,
  sharedParts,
  systemLabel,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { defaultInstallation, installationNames } from '../install/index.ts';
import type { ConfigField } from '../plugins/index.ts';
import type { AITool } from '../registry/index.ts';
import { addedIn } from './added-commands.ts';
import type { Labels } from './base-command.ts';
import type { CliContext } from './cli-context.ts';
import { membersOf } from './command-line.ts';
import { pathsStartingWith } from './completion-paths.ts';

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What is known of the line when a value is asked for. */
export interface Asked {
  /** The arguments before it. */
  readonly placed: readonly string[];
  readonly labels: Labels;
  /** The shell completes paths by itself, and better. */
  readonly completesPaths: boolean;
  readonly context: CliContext;
}

type Values = (begun: string, asked: Asked) => readonly Candidate[] | Promise<readonly Candidate[]>;

/** The values of an argument, by the name that usage lines give it; nothing where no list could hold them. */
export async function valuesFor(
  placeholder: string,
  begun: string,
  asked: Asked,
): Promise<readonly Candidate[]> {
  return (await valuesOf[placeholder]?.(begun, asked)) ?? [];
}

/** The name that an option's value would have as an argument. */
export function placeholderOf(option: string): string {
  return optionValues[option] ?? '';
}

/** A verb, or the second word of a group of them. */
export function commandWords(
  group: string | undefined,
  { commands, plugged }: CliContext,
): readonly Candidate[] {
  if (group !== undefined) return membersOf(commands, group).map(named);
  return [
    ...[...new Set(commands.map(({ words }) => words[0]?.split(' ')[0] ?? ''))].map(named),
    ...addedIn(plugged.commands).map(({ words, description }) => ({ value: words, description })),
  ];
}

const optionValues: Readonly<Record<string, string>> = {
  '--account': 'label',
  '-a': 'label',
  '--profile': 'label',
  '--installation': 'name',
  '-i': 'name',
  '--root': 'name',
  '--format': 'format',
  '--kind': 'kind',
  '--language': 'language',
  '--secret-ref': 'reference',
  '--shell': 'lines',
  '-s': 'lines',
  '--dir': 'directory',
  '--from': 'source',
  '--path': 'file',
  '--file': 'file',
};

const tool: Values = (begun, asked) => {
  // A label may hold an `@`, an installation no `#`.
  const mark = begun.includes('#') ? '#' : '@';
  const at = begun.indexOf(mark);
  const { context } = asked;
  if (at < 0)
    return context.registry.all().map(({ id, displayName }) => ({ value: id, description: displayName }));
  const address = begun.slice(0, at);
  const found =
    mark === '#' ? labelsOf(address, begun.slice(at + 1), asked) : installationsOf(address, context);
  return found.map((each) => ({ ...each, value: `${address}${mark}${each.value}` }));
};

const label: Values = (begun, asked) => labelsOf(asked.placed[0] ?? '', begun, asked);

const path: Values = (begun, { completesPaths, context }) =>
  completesPaths ? [] : pathsStartingWith(context.host, begun).map(named);

const valuesOf: Readonly<Record<string, Values>> = {
  tool,
  tools: tool,
  label,
  labels: label,
  name: (_, { placed, context }) =>
    placed[0] === undefined ? [named(defaultInstallation)] : installationsOf(placed[0], context),
  shell: async () => (await import('../shells/index.ts')).initShells.map(named),
  format: async () => (await import('../surfaces/index.ts')).snippetFormats.map(named),
  kind: async () => (await import('../plugins/index.ts')).templateKinds.map(named),
  language: async () => (await import('../plugins/index.ts')).pluginLanguages.map(named),
  reference: (_, { context }) => [
    ...['op://', 'pass:', 'keyring:', 'env:', 'command:'].map(named),
    ...read(context, ({ extensions }) => pluginSchemes(extensions)).map((scheme) => named(`${scheme}://`)),
  ],
  lines: async () => (await import('../process/index.ts')).shells.map(named),
  word: (_, { placed, context }) => commandWords(placed[0], context),
  command: (_, { context }) => commandWords(undefined, context),
  key: async (_, { context }) => settingKeys(context),
  path: (_, { placed, context }) =>
    ofTool(placed[0] ?? '', context, ({ host }, of) => {
      const { whole, parted, keys } = sharedParts(host, of);
      return [...whole, ...parted, ...keys.map((file) => file.path)];
    }),
  directory: path,
  source: async (begun, asked) => [
    ...(await sources(asked.context)).map(named),
    ...(await path(begun, asked)),
  ],
  file: path,
  plugin: (_, { context }) => pluginIds(context),
  setting: (_, { placed, context }) => pluginSettings(placed[0] ?? '', context),
  // What a setting of ours may be, `settings list` says.
  value: (_, { placed: [plugin, key], context }) =>
    plugin === undefined || key === undefined ? [] : settingChoices(plugin, key, context),
  id: async (_, { context }) => changes(context),
};

/** More than anybody reads. */
const mostLabels = 200;

function labelsOf(address: string, begun: string, { labels, context }: Asked): readonly Candidate[] {
  return ofTool(address, context, (state, of) => [
    ...labelsStartingWith(state, of.id, begun, mostLabels),
    ...(labels === 'storedOrSystem' ? [systemLabel] : []),
  ]);
}

function installationsOf(address: string, context: CliContext): readonly Candidate[] {
  return ofTool(address, context, ({ host, paths }, of) => installationNames(host, paths, of));
}

async function sources(context: CliContext): Promise<readonly string[]> {
  const { allPeers, importersHere } = await import('../peers/index.ts');
  const ofPlugins = read(context, (state) => importersHere(state).map(({ provide }) => provide.name));
  return [...allPeers.map(({ id }) => id), ...ofPlugins];
}

async function settingKeys(context: CliContext): Promise<readonly Candidate[]> {
  const { keysSet, readSettings, settingsTable } = await import('../settings/index.ts');
  const known = settingsTable
    .filter(({ key }) => !key.includes('<'))
    .map(({ key, description }) => ({ value: key, description }));
  const set = read(context, (state) => keysSet(readSettings(state)).map(({ key }) => key));
  return [...known, ...set.filter((key) => !known.some(({ value }) => value === key)).map(named)];
}

async function pluginIds(context: CliContext): Promise<readonly Candidate[]> {
  const { listPlugins } = await import('../plugins/index.ts');
  return read(context, () => listPlugins(context.plugins())).map(({ id, displayName }) => ({
    value: id,
    description: displayName,
  }));
}

async function pluginSettings(id: string, context: CliContext): Promise<readonly Candidate[]> {
  const fields = await pluginFields(id, context);
  return fields.map(({ key, title = '' }) => ({ value: key, description: title }));
}

async function settingChoices(id: string, key: string, context: CliContext): Promise<readonly Candidate[]> {
  const fields = await pluginFields(id, context);
  // What is sensitive is not typed there.
  const field = fields.find((each) => each.key === key && !each.sensitive);
  const choices = field?.type === 'boolean' ? [true, false] : (field?.choices ?? []);
  return choices.map(String).map(named);
}

async function pluginFields(id: string, context: CliContext): Promise<readonly ConfigField[]> {
  const { findPlugin } = await import('../plugins/index.ts');
  return read(context, () => findPlugin(context.plugins(), id).found?.package?.configSchema?.fields ?? []);
}

async function changes(context: CliContext): Promise<readonly Candidate[]> {
  const { readHistory, shortId, wordsOf } = await import('../undo/index.ts');
  return read(context, (state) => readHistory(state).changes)
    .filter(({ state }) => state === 'done' || state === 'cutOff')
    .map(({ record }) => ({ value: shortId(record.id), description: wordsOf(record) }));
}

/** Names of a tool; nothing when our state can't be read. */
function ofTool(
  address: string,
  context: CliContext,
  list: (state: AccountsContext, tool: AITool) => readonly string[],
): readonly Candidate[] {
  const found = context.registry.tool(address.split('#')[0]?.split('@')[0] ?? '');
  return found === undefined ? [] : read(context, (state) => list(state, found)).map(named);
}

/** Whoever presses Tab is told of no damage: what they type next says it. */
function read<Item>(context: CliContext, list: (state: AccountsContext) => readonly Item[]): readonly Item[] {
  try {
    return list(context.state());
  } catch (error) {
    if (error instanceof ToolsError) return [];
    throw error;
  }
}

function named(value: string): Candidate {
  return { value, description: '' };
}
