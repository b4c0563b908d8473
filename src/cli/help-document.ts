import type { AddedCommand } from './added-commands.ts';
import type { CommandEntry } from './command-entry.ts';
import { namesOf, paragraphsOf, usageOf } from './command-help.ts';
import { membersOf, pick } from './command-line.ts';
import { cliOf } from './odd-line.ts';

/** What `helpText` says, for programs: one command in full, or those of a group ("": all) in a line each. */
export async function helpDocument(
  words: string,
  table: readonly CommandEntry[],
  added: readonly AddedCommand[] = [],
): Promise<object> {
  const [first = '', second] = words.split(' ');
  const found = pick(table, first, second);
  if (found) return { command: await inFull(found.entry) };
  const isGroup = membersOf(table, words).length > 0;
  const entries = isGroup
    ? table.filter(({ words: own }) => own.some((name) => name.startsWith(`${words} `)))
    : table;
  return { commands: [...(await Promise.all(entries.map(inALine))), ...added.map(addedDocument)] };
}

/** A command that a plugin adds. */
export function addedDocument({ words, description }: AddedCommand): object {
  return { words: [words], category: 'Of plugins', description };
}

async function inFull(entry: CommandEntry): Promise<object> {
  const definition = await definitionOf(entry);
  return {
    ...(await inALine(entry)),
    usage: usageOf(entry, definition),
    details: paragraphsOf(definition.details ?? ''),
    options: definition.options.map(({ definition: names, description = '' }) => ({
      names: namesOf(names),
      description: description.trim(),
    })),
    examples: (definition.examples ?? []).map(([label, line]) => ({ label: label.trim(), line })),
  };
}

async function inALine(entry: CommandEntry): Promise<object> {
  const { category = '', description = '' } = await definitionOf(entry);
  return { words: entry.words, category: category.trim(), description: description.trim() };
}

async function definitionOf(entry: CommandEntry) {
  const command = await entry.load();
  return cliOf([command], false).definition(command) ?? { path: '', usage: '', options: [] };
}
