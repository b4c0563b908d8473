import type { Definition } from 'clipanion';
import { type AccountsContext, listAccounts, systemLabel } from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { defaultInstallation, installationNames } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';
import { completionShells } from '../shells/index.ts';
import type { CliContext } from './cli-context.ts';
import { atDoubleDash, membersOf, pick } from './command-line.ts';
import { cliOf } from './run-command.ts';
import type { TypedLine } from './typed-line.ts';

export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** What may stand under the cursor. Nothing after `--`: that is another program's. */
export async function candidatesFor(
  { words, current }: TypedLine,
  context: CliContext,
): Promise<readonly Candidate[]> {
  const [, ...typed] = words;
  if (atDoubleDash(typed).right.length > 0) return [];
  const [first, second] = typed.filter((word) => !word.startsWith('-'));
  const found = first === undefined ? undefined : pick(context.commands, first, second);
  if (!found) return startingWith(current, commandWords(first, context));
  const definition = cliOf([await found.entry.load()], false).definitions()[0];
  if (!definition) return [];
  const rest = typed.slice(found.words.split(' ').length);
  return startingWith(current, await valuesAt(definition, rest, current, context));
}

function commandWords(group: string | undefined, { commands }: CliContext): readonly Candidate[] {
  if (group !== undefined) return membersOf(commands, group).map(plain);
  return [...new Set(commands.map(({ words }) => words[0]?.split(' ')[0] ?? ''))].map(plain);
}

async function valuesAt(
  definition: Definition,
  typed: readonly string[],
  current: string,
  context: CliContext,
): Promise<readonly Candidate[]> {
  const placed = placedWords(definition, typed);
  const inline = /^(--[^=]+)=/.exec(current);
  if (inline)
    return (await optionValues(inline[1] ?? '', placed, context)).map((each) => ({
      ...each,
      value: `${inline[0]}${each.value}`,
    }));
  const last = typed.at(-1);
  if (last !== undefined && takesValue(definition, last)) return optionValues(last, placed, context);
  if (current.startsWith('-')) return definition.options.flatMap(optionCandidates);
  return argumentValues(argumentAt(definition, placed.length), placed, current, context);
}

/** The typed words that are arguments: neither options nor their values. */
function placedWords(definition: Definition, typed: readonly string[]): readonly string[] {
  return typed.filter((word, at) => !word.startsWith('-') && !takesValue(definition, typed[at - 1] ?? ''));
}

function takesValue({ options }: Definition, word: string): boolean {
  return options.some(({ nameSet, definition }) => nameSet.includes(word) && definition.includes('#'));
}

function optionCandidates({
  nameSet,
  description = '',
}: Definition['options'][number]): readonly Candidate[] {
  return nameSet
    .filter((name) => name.startsWith('--'))
    .map((value) => ({ value, description: description.trim() }));
}

/** The name of an argument as the usage line shows it: `<tool>`, `[label]`, `[args] ...`. */
function argumentAt({ usage }: Definition, index: number): string {
  const names = [...usage.matchAll(/[<[]([a-z]+)[\]>]/g)].map((match) => match[1] ?? '');
  return names[index] ?? (usage.endsWith('...') ? (names.at(-1) ?? '') : '');
}

async function optionValues(
  option: string,
  placed: readonly string[],
  context: CliContext,
): Promise<readonly Candidate[]> {
  if (['--account', '-a', '--profile'].includes(option)) return labelsOf(placed[0] ?? '', context);
  if (['--shell', '-s'].includes(option)) return (await import('../process/index.ts')).shells.map(plain);
  if (!installationOptions.includes(option)) return [];
  const [tool] = placed;
  return tool === undefined ? [plain(defaultInstallation)] : installationsOf(tool, context);
}

const installationOptions = ['--installation', '-i', '--root'];

async function argumentValues(
  name: string,
  placed: readonly string[],
  current: string,
  context: CliContext,
): Promise<readonly Candidate[]> {
  if (name === 'tool') return toolValues(current, context);
  if (name === 'label' || name === 'labels') return labelsOf(placed[0] ?? '', context);
  if (name === 'name') return installationsOf(placed[0] ?? '', context);
  if (name === 'shell') return completionShells.map(plain);
  if (name === 'word') return commandWords(placed[0], context);
  return name === 'command' ? commandWords(undefined, context) : [];
}

async function toolValues(current: string, context: CliContext): Promise<readonly Candidate[]> {
  // A label may hold an `@`, an installation no `#`.
  const mark = current.includes('#') ? '#' : '@';
  const at = current.indexOf(mark);
  if (at < 0)
    return context.registry.all().map(({ id, displayName }) => ({ value: id, description: displayName }));
  const address = current.slice(0, at);
  const found = mark === '#' ? labelsOf(address, context) : installationsOf(address, context);
  return (await found).map((each) => ({ ...each, value: `${address}${mark}${each.value}` }));
}

async function labelsOf(address: string, context: CliContext): Promise<readonly Candidate[]> {
  return storedNames(address, context, (state, tool) => {
    const labels = listAccounts(state, tool.id).flatMap(({ account }) => account?.label ?? []);
    return [...labels, systemLabel];
  });
}

async function installationsOf(address: string, context: CliContext): Promise<readonly Candidate[]> {
  return storedNames(address, context, (state, tool) => installationNames(state.host, state.paths, tool));
}

/** Names of a tool; nothing when our state can't be read. */
function storedNames(
  address: string,
  context: CliContext,
  list: (state: AccountsContext, tool: AITool) => readonly string[],
): readonly Candidate[] {
  const tool = context.registry.tool(address.split('#')[0]?.split('@')[0] ?? '');
  if (!tool) return [];
  try {
    return list(context.state(), tool).map(plain);
  } catch (error) {
    if (error instanceof ToolsError) return [];
    throw error;
  }
}

function startingWith(current: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current));
}

function plain(value: string): Candidate {
  return { value, description: '' };
}
