import { Cli, type CommandClass } from 'clipanion';
import { ToolsError } from '../errors/index.ts';
import { type CliContext, createContext } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import { hasColors } from './colors.ts';
import type { CommandEntry } from './command-entry.ts';
import type { ReportOptions } from './report.ts';

/** Loads and runs the one command that was picked. */
export async function runCommand(
  entry: CommandEntry,
  argv: readonly string[],
  commands: readonly CommandEntry[],
  io: CliIo,
  options: ReportOptions,
): Promise<number> {
  const [command, context] = await Promise.all([entry.load(), createContext(io, commands, options)]);
  const cli = cliOf([command], hasColors(io.host.env, io.stdout.isTTY === true));
  return cli.run(parse(cli, argv, context, entry), context);
}

export function cliOf(commands: readonly CommandClass<CliContext>[], enableColors: boolean): Cli<CliContext> {
  return Cli.from([...commands], { binaryName: 'tools', binaryLabel: 'tools', enableColors });
}

/** clipanion prints what it can't parse to stdout and returns 1, so it is asked here, where we can catch. */
function parse(cli: Cli<CliContext>, argv: readonly string[], context: CliContext, entry: CommandEntry) {
  try {
    return cli.process([...argv], context);
  } catch (error) {
    throw usageErrorOf(error, entry, cli);
  }
}

function usageErrorOf(thrown: unknown, entry: CommandEntry, cli: Cli<CliContext>): unknown {
  if (!(thrown instanceof Error) || !('clipanion' in thrown)) return thrown;
  const command = entry.words[0] ?? '';
  const reason = reasonOf(thrown);
  const quoted = /\("(.*)"\)\.$/s.exec(reason)?.[1] ?? '';
  if (reason.startsWith('Unsupported option name')) {
    return new ToolsError('OPTION_UNKNOWN', {
      option: quoted,
      command,
      startsProgram: entry.startsProgram === true,
    });
  }
  if (reason.startsWith('Extraneous positional'))
    return new ToolsError('ARGUMENT_EXTRA', { command, argument: quoted });
  if (reason.startsWith('Not enough positional')) {
    return new ToolsError('ARGUMENT_MISSING', { command, usage: cli.definitions()[0]?.usage ?? command });
  }
  const option = /^Not enough arguments to option (.*)\.$/s.exec(reason)?.[1];
  if (option !== undefined) return new ToolsError('OPTION_VALUE_MISSING', { command, option });
  return new ToolsError('USAGE', { problem: reason, command });
}

function reasonOf(error: Error): string {
  const { candidates } = error as { candidates?: readonly { readonly reason: string | null }[] };
  return candidates?.find(({ reason }) => reason !== null)?.reason ?? error.message;
}
