import type { CommandClass } from 'clipanion';
import type { AddedCommand } from './added-commands.ts';
import type { CliContext } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import { type Colors, colorsFor } from './colors.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandHelp } from './command-help.ts';
import { membersOf, pick } from './command-line.ts';
import { hasColors } from './has-colors.ts';
import { cliOf } from './odd-line.ts';
import { hung, wrapped } from './wrapped.ts';

interface Terminal {
  readonly host: Pick<CliIo['host'], 'env'>;
  readonly stdout: Pick<CliIo['stdout'], 'isTTY' | 'columns'>;
}

interface Look {
  readonly columns: number;
  readonly colors: Colors;
}

export interface HelpOptions {
  readonly isPlain?: boolean;
  /** What plugins add to help over everything. */
  readonly added?: readonly AddedCommand[];
}

/** Help over everything (""), over a group (`account`) or over one command. */
export async function helpText(
  words: string,
  table: readonly CommandEntry[],
  io: Terminal,
  { isPlain = false, added = [] }: HelpOptions = {},
): Promise<string> {
  const look = lookFor(io, isPlain);
  const [first = '', second] = words.split(' ');
  const found = pick(table, first, second);
  if (found) {
    const command = await found.entry.load();
    const definition = cliOf([command], false).definition(command);
    return definition ? `${commandHelp(found.entry, definition, look)}\n` : '';
  }
  const isGroup = words !== '';
  const entries = isGroup
    ? table.filter(({ words: own }) => own.some((name) => name.startsWith(`${words} `)))
    : table;
  return overview(entries, look, isGroup ? words : '', added);
}

/** Help over a command that a plugin adds. */
export function addedHelp(
  { words, plugin, description }: AddedCommand,
  io: Terminal,
  isPlain: boolean,
): string {
  const { colors, columns } = lookFor(io, isPlain);
  return `${[
    wrapped(description, columns),
    [colors.bold('Usage'), ...wrapped(`tools ${words} [arguments]`, columns, '  ', '      ')],
    wrapped(
      `A command of the plugin ${plugin}. What stands behind it goes there as it is typed, --help, too.`,
      columns,
    ),
  ]
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

function lookFor({ host, stdout }: Terminal, isPlain: boolean): Look {
  const colors = colorsFor(!isPlain && hasColors(host.env, stdout.isTTY === true));
  return { columns: stdout.columns ?? 80, colors };
}

async function overview(
  entries: readonly CommandEntry[],
  look: Look,
  group: string,
  added: readonly AddedCommand[],
): Promise<string> {
  const { colors, columns } = look;
  const commands = await Promise.all(entries.map(async (entry) => ({ entry, command: await entry.load() })));
  const categories = [...new Set(commands.map(({ command }) => command.usage?.category ?? ''))];
  const names = [...commands.map(({ entry }) => nameIn(entry, group)), ...added.map(({ words }) => words)];
  const width = Math.max(...names.map((name) => name.length));
  const sections = categories.map((category) => [
    colors.bold(category),
    ...hung(
      commands
        .filter(({ command }) => command.usage?.category === category)
        .map(({ entry, command }) => [nameIn(entry, group).padEnd(width), descriptionOf(command)]),
      columns,
    ),
  ]);
  const ofPlugins = added.map(({ words, description }): [string, string] => [
    words.padEnd(width),
    description,
  ]);
  const usage = group
    ? `tools ${group} ${membersOf(entries, group).join(' | ')}`
    : "tools <command> [tool] [options] [-- the tool's own arguments]";
  const picker = group ? '' : ' On a terminal, tools alone shows the accounts, to pick one.';
  const more = `tools help ${group ? `${group} ` : ''}<command> says more about one of them.${picker}`;
  return `${[
    [colors.bold('Usage'), ...wrapped(usage, columns, '  ', '      ')],
    ...sections,
    ...(added.length === 0 ? [] : [[colors.bold('Of plugins'), ...hung(ofPlugins, columns)]]),
    wrapped(more, columns),
  ]
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

/** In a group a command goes by its name there. */
function nameIn({ words }: CommandEntry, group: string): string {
  return words.find((name) => group !== '' && name.startsWith(`${group} `)) ?? words[0] ?? '';
}

function descriptionOf(command: CommandClass<CliContext>): string {
  return (command.usage?.description ?? '').trim();
}
