import type { CommandEntry } from './command-entry.ts';

export type CommandLine =
  | { readonly kind: 'version' }
  /** Nothing was typed, but for options of every command. */
  | { readonly kind: 'bare' }
  /** Help over all commands, over a group (`account`), or over one. */
  | { readonly kind: 'help'; readonly words: string }
  | { readonly kind: 'command'; readonly entry: CommandEntry; readonly argv: readonly string[] }
  /** What a plugin adds: `<plugin>:<command>`, and all that stands behind it. */
  | {
      readonly kind: 'plugin';
      readonly plugin: string;
      readonly command: string;
      readonly args: readonly string[];
    }
  | { readonly kind: 'incomplete'; readonly group: string; readonly commands: readonly string[] }
  | { readonly kind: 'unknown'; readonly word: string }
  | { readonly kind: 'option'; readonly option: string };

const helpOptions = ['-h', '--help'];
const versionOptions = ['--version', '-V'];
/** Options of every command, which may also stand before it. */
export const leadingOptions = ['--json', '--quiet', '--plain', '--yes', '-y'];

/** Which one command a command line means; help is asked for anywhere left of `--`. */
export function readCommandLine(argv: readonly string[], table: readonly CommandEntry[]): CommandLine {
  const added = ofPlugin(argv);
  if (added) return added;
  const { left, right } = atDoubleDash(argv);
  const isHelp = left.some((word) => helpOptions.includes(word));
  const asked = left.filter((word) => !helpOptions.includes(word));
  const start = asked.findIndex((word) => !leadingOptions.includes(word));
  const [first, second] = start < 0 ? [] : asked.slice(start);
  if (first === undefined) return isHelp ? { kind: 'help', words: '' } : { kind: 'bare' };
  if (versionOptions.includes(first)) return { kind: 'version' };
  if (first.startsWith('-')) return { kind: 'option', option: first };
  const found = pick(table, first, second);
  if (found) {
    const words = found.words.split(' ');
    if (isHelp) return { kind: 'help', words: found.words };
    const rest = asked.slice(start + words.length);
    return {
      kind: 'command',
      entry: found.entry,
      argv: [...words, ...asked.slice(0, start), ...rest, ...right],
    };
  }
  const commands = membersOf(table, first);
  if (commands.length === 0) return { kind: 'unknown', word: first };
  if (isHelp) return { kind: 'help', words: first };
  return second === undefined || second.startsWith('-')
    ? { kind: 'incomplete', group: first, commands }
    : { kind: 'unknown', word: `${first} ${second}` };
}

/** `<plugin>:<command>`: what stands behind it is the plugin's, whatever it looks like. */
function ofPlugin(argv: readonly string[]): CommandLine | undefined {
  const at = argv.findIndex((word) => !leadingOptions.includes(word));
  const [, plugin, command] = /^([^-:][^:]*):(.*)$/s.exec(argv[at] ?? '') ?? [];
  if (plugin === undefined || command === undefined) return undefined;
  return { kind: 'plugin', plugin, command, args: argv.slice(at + 1) };
}

/** The entry whose words these are: two words before one. */
export function pick(table: readonly CommandEntry[], first: string, second: string | undefined) {
  for (const words of [`${first} ${second ?? ''}`, first]) {
    const entry = table.find((candidate) => candidate.words.includes(words));
    if (entry) return { entry, words };
  }
  return undefined;
}

/** The second words of a group; none when the word begins no group. */
export function membersOf(table: readonly CommandEntry[], group: string): readonly string[] {
  return table
    .flatMap((entry) => entry.words)
    .filter((words) => words.startsWith(`${group} `))
    .map((words) => words.slice(group.length + 1));
}

/** What stands left of the first `--`, and the rest with it. */
export function atDoubleDash(argv: readonly string[]) {
  const at = argv.indexOf('--');
  return at < 0 ? { left: argv, right: [] } : { left: argv.slice(0, at), right: argv.slice(at) };
}
