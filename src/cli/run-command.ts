import { Cli, type CommandClass } from 'clipanion';
import { ToolsError } from '../errors/index.ts';
import type { BaseCommand } from './base-command.ts';
import { type CliContext, createContext, type RunOptions } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
import { usageOf } from './command-help.ts';
import { retyped } from './retyped.ts';
import type { WatchedAnswer } from './watch-answer.ts';

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
    const parsed = parse(cliOf([command], false), argv, entry, command);
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

export function cliOf(commands: readonly CommandClass<CliContext>[], enableColors: boolean): Cli<CliContext> {
  return Cli.from([...commands], { binaryName: 'tools', binaryLabel: 'tools', enableColors });
}

/** clipanion prints what it can't parse to stdout and returns 1, so it is asked here, where we can catch. */
function parse(
  cli: Cli<CliContext>,
  argv: readonly string[],
  entry: CommandEntry,
  command: CommandClass<CliContext>,
) {
  const meant = (command as Partial<typeof BaseCommand>).meant?.(argv);
  if (meant) throw meant;
  try {
    return cli.process([...argv], {} as CliContext);
  } catch (error) {
    throw usageErrorOf(error, entry, cli, argv);
  }
}

function usageErrorOf(
  thrown: unknown,
  entry: CommandEntry,
  cli: Cli<CliContext>,
  argv: readonly string[],
): unknown {
  if (!(thrown instanceof Error) || !('clipanion' in thrown)) return thrown;
  const command = entry.words[0] ?? '';
  const reason = reasonOf(thrown);
  const quoted = /\("(.*)"\)\.$/s.exec(reason)?.[1] ?? '';
  if (reason.startsWith('Unsupported option name')) {
    const startsProgram = entry.startsProgram === true;
    const passedOn = startsProgram ? passingOn(argv, quoted) : undefined;
    return new ToolsError('OPTION_UNKNOWN', { option: quoted, command, startsProgram, passedOn });
  }
  if (reason.startsWith('Extraneous positional'))
    return new ToolsError('ARGUMENT_EXTRA', { command, argument: quoted });
  if (reason.startsWith('Not enough positional')) {
    const [definition] = cli.definitions();
    return new ToolsError('ARGUMENT_MISSING', {
      command,
      usage: definition ? usageOf(entry, definition) : '',
    });
  }
  const option = /^Not enough arguments to option (.*)\.$/s.exec(reason)?.[1];
  if (option !== undefined) return new ToolsError('OPTION_VALUE_MISSING', { command, option });
  return new ToolsError('USAGE', { problem: reason, command });
}

/** The line with `--` before the option that is not ours. */
function passingOn(argv: readonly string[], option: string): string | undefined {
  const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`));
  if (at < 0) return undefined;
  const rest = argv.slice(at).filter((word) => word !== '--');
  return retyped([...argv.slice(0, at), '--', ...rest]);
}

function reasonOf(error: Error): string {
  const { candidates } = error as { candidates?: readonly { readonly reason: string | null }[] };
  return candidates?.find(({ reason }) => reason !== null)?.reason ?? error.message;
}
