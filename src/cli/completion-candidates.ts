import type { Definition } from 'clipanion';
import { labelsTaken } from './base-command.ts';
import type { CliContext } from './cli-context.ts';
import { atDoubleDash, pick } from './command-line.ts';
import { type Asked, type Candidate, commandWords, placeholderOf, valuesFor } from './completion-values.ts';
import { cliOf } from './odd-line.ts';
import type { TypedLine } from './typed-line.ts';
import { withoutTrial } from './without-trial.ts';

/**
 * What may stand under the cursor. Nothing after `--`: that is another program's. Where a path may stand, nothing
 * either if the shell completes paths by itself.
 */
export async function candidatesFor(
  { words, current }: TypedLine,
  context: CliContext,
  { completesPaths }: { readonly completesPaths: boolean },
): Promise<readonly Candidate[]> {
  const [, ...whole] = words;
  if (atDoubleDash(whole).right.length > 0) return [];
  const { argv: typed } = withoutTrial(whole);
  const path = typed.every((word) => word.startsWith('-')) ? trialPath(whole.at(-1), current) : undefined;
  if (path) {
    const asked = { placed: [], labels: 'any', completesPaths, context } as const;
    const values = await valuesFor('file', path.begun, asked);
    return values.map((each) => ({ ...each, value: path.option + each.value }));
  }
  const [first, second] = typed.filter((word) => !word.startsWith('-'));
  const found = first === undefined ? undefined : pick(context.commands, first, second);
  if (!found) return startingWith(current, commandWords(first, context));
  const command = await found.entry.load();
  const definition = cliOf([command], false).definitions()[0];
  if (!definition) return [];
  const rest = typed.slice(found.words.split(' ').length);
  const placed = placedWords(definition, rest);
  const asked = { placed, labels: labelsTaken(command), completesPaths, context };
  return startingWith(current, await valuesAt(definition, rest, current, asked));
}

/** What has been typed of the plugin of one run; undefined: none is asked for there. */
function trialPath(
  last: string | undefined,
  current: string,
): { readonly option: string; readonly begun: string } | undefined {
  if (last === '--plugin') return { option: '', begun: current };
  const option = '--plugin=';
  return current.startsWith(option) ? { option, begun: current.slice(option.length) } : undefined;
}

async function valuesAt(
  definition: Definition,
  typed: readonly string[],
  current: string,
  asked: Asked,
): Promise<readonly Candidate[]> {
  const inline = /^(--[^=]+)=(.*)$/s.exec(current);
  if (inline) {
    const [, option = '', begun = ''] = inline;
    const values = await valuesFor(placeholderOf(option), begun, asked);
    return values.map((each) => ({ ...each, value: `${option}=${each.value}` }));
  }
  const last = typed.at(-1);
  if (last !== undefined && takesValue(definition, last))
    return valuesFor(placeholderOf(last), current, asked);
  if (current.startsWith('-')) return definition.options.flatMap(optionCandidates);
  return valuesFor(argumentAt(definition, asked.placed.length), current, asked);
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

function startingWith(current: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ value }) => value.startsWith(current));
}
