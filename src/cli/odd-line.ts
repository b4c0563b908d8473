import { Cli, type Command, type CommandClass } from 'clipanion';
import { ToolsError } from '../errors/index.ts';
import type { CliContext } from './cli-context.ts';
import type { CommandEntry } from './command-entry.ts';
import { usageOf } from './command-help.ts';
import { retyped } from './retyped.ts';

/**
 * A command line as clipanion reads it. It prints what it can't parse to stdout and returns 1, so it is asked here, where
 * we can catch.
 */
export function readOddLine(
  entry: CommandEntry,
  command: CommandClass<CliContext>,
  argv: readonly string[],
): Command<CliContext> {
  const cli = cliOf([command], false);
  try {
    return cli.process([...argv], {} as CliContext);
  } catch (error) {
    throw usageErrorOf(error, entry, cli, argv);
  }
}

export function cliOf(commands: readonly CommandClass<CliContext>[], enableColors: boolean): Cli<CliContext> {
  return Cli.from([...commands], { binaryName: 'tools', binaryLabel: 'tools', enableColors });
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
