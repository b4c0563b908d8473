import type { Command, CommandClass } from 'clipanion';
import type { BaseCommand } from './base-command.ts';
import { type CliContext, createContext, type RunOptions } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
import type { WatchedAnswer } from './watch-answer.ts';
import { readWholeWords } from './whole-words.ts';

/** Loads and runs the one command that was picked. */
export async function runCommand(
  entry: CommandEntry,
  argv: readonly string[],
  commands: readonly CommandEntry[],
  io: CliIo,
  options: RunOptions,
): Promise<number> {
  const isHasty = isHastyLine(entry, argv);
  const command = await entry.load();
  const answer = await watched(command, io, options);
  const context = await createContext(answer?.io ?? io, commands, argv, { isHasty, ...options });
  try {
    const parsed = await parse(entry, command, argv);
    // Not through clipanion: what it passes on is a copy, and to copy a stream is to open it.
    parsed.context = context;
    const code = await parsed.validateAndExecute();
    if (code === 0) answer?.keep(context.registry);
    return code;
  } finally {
    await context.plugged.close();
  }
}

/** Only what this program and the plugins that are enabled say is kept for others. */
async function watched(
  command: CommandClass<CliContext>,
  io: CliIo,
  { typed, trial }: RunOptions,
): Promise<WatchedAnswer | undefined> {
  const isOurs = trial === undefined && io.registry === undefined && io.extensions === undefined;
  if (!(command as Partial<typeof BaseCommand>).isAnswer || typed === undefined || !isOurs) return undefined;
  const { watchAnswer } = await import('./watch-answer.ts');
  return watchAnswer(io, typed);
}

/**
 * What is about plugins asks them itself, when it is wanted to; help and a prompt ask them for nothing, and wait for none
 * that has changed.
 */
function isHastyLine({ words }: CommandEntry, argv: readonly string[]): boolean {
  const [word = ''] = words;
  return word.startsWith('plugin ') || word === 'help' || (word === 'status' && argv.includes('--short'));
}

async function parse(
  entry: CommandEntry,
  command: CommandClass<CliContext>,
  argv: readonly string[],
): Promise<Command<CliContext>> {
  const meant = (command as Partial<typeof BaseCommand>).meant?.(argv);
  if (meant) throw meant;
  const read = readWholeWords(command, argv);
  if (read) return read;
  const { readOddLine } = await import('./odd-line.ts');
  return readOddLine(entry, command, argv);
}
