import type { CommandClass } from 'clipanion';
import type { CliContext } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import { colorsFor, hasColors } from './colors.ts';
import type { CommandEntry } from './command-entry.ts';
import { membersOf, pick } from './command-line.ts';
import { cliOf } from './run-command.ts';

/** Help over everything (""), over a group (`account`) or over one command. */
export async function helpText(
  words: string,
  table: readonly CommandEntry[],
  io: Pick<CliIo, 'host' | 'stdout'>,
): Promise<string> {
  const colored = hasColors(io.host.env, io.stdout.isTTY === true);
  const [first = '', second] = words.split(' ');
  const found = pick(table, first, second);
  if (found) {
    const command = await found.entry.load();
    // clipanion shows the value of an option as #0; the same width keeps the columns.
    return cliOf([command], colored).usage(command, { detailed: true, colored }).replaceAll(' #0', ' … ');
  }
  const isGroup = words !== '';
  const entries = isGroup
    ? table.filter(({ words: own }) => own.some((name) => name.startsWith(`${words} `)))
    : table;
  return overview(entries, colored, isGroup ? words : '');
}

async function overview(entries: readonly CommandEntry[], colored: boolean, group: string): Promise<string> {
  const colors = colorsFor(colored);
  const commands = await Promise.all(entries.map(async (entry) => ({ entry, command: await entry.load() })));
  const lines = commands.map(({ entry, command }) => ({
    category: command.usage?.category ?? '',
    line: lineOf(entry, command, group),
  }));
  const width = Math.max(...lines.map(({ line }) => line.usage.length));
  const sections = [...new Set(lines.map(({ category }) => category))].map((category) => [
    colors.bold(category),
    ...lines
      .filter((each) => each.category === category)
      .map(({ line }) => `  ${line.usage.padEnd(width)}  ${line.description}`),
  ]);
  const members = group ? membersOf(entries, group) : [];
  const usage = group
    ? `tools ${group} ${members.join('|')}`
    : "tools <command> [tool] [options] [-- the tool's own arguments]";
  const more = `tools help ${group || '<command>'}${group ? ' <command>' : ''} says more about one of them.`;
  return `${[[`${colors.bold('$')} ${usage}`], ...sections, [more]].map((section) => section.join('\n')).join('\n\n')}\n`;
}

function lineOf(entry: CommandEntry, command: CommandClass<CliContext>, group: string) {
  const usage =
    cliOf([command], false)
      .definition(command)
      ?.path.replace(/^tools /, '') ??
    entry.words[0] ??
    '';
  const words = entry.words[0] ?? '';
  const alias = entry.words.find((name) => group !== '' && name.startsWith(`${group} `));
  return {
    usage: alias ? usage.replace(words, alias) : usage,
    description: (command.usage?.description ?? '').trim(),
  };
}
