import { ToolsError } from '../errors/index.ts';
import type { RunOptions } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import { atDoubleDash, type CommandLine, readCommandLine } from './command-line.ts';
import { commandTable } from './commands/index.ts';
import { isPlainTerminal } from './is-plain-terminal.ts';
import { Report } from './report.ts';
import { withoutTrial } from './without-trial.ts';

/** Runs one command line and returns its exit code. Nothing is thrown, nothing exits. */
export async function runCli(typed: readonly string[], io: CliIo): Promise<number> {
  const { argv, trial } = withoutTrial(typed);
  const { left } = atDoubleDash(argv);
  const line = readCommandLine(argv, commandTable);
  const options = {
    json: left.includes('--json'),
    quiet: left.includes('--quiet'),
    plain: left.includes('--plain') || isPlainTerminal(io.host.env),
    codes: line.kind === 'command' && line.entry.startsProgram === true,
    ...(trial && { trial }),
  };
  const report = new Report(io, io.registry, options);
  try {
    if (line.kind === 'version') return await printVersion(io, report, options.json);
    if (line.kind === 'bare') return await startBare(io, report, options);
    if (line.kind === 'help') return await printHelp(line.words, io, report, options);
    if (line.kind === 'plugin') {
      const { runPluginCommand } = await import('./run-plugin-command.ts');
      return await runPluginCommand(line, commandTable, io, options);
    }
    if (line.kind !== 'command') throw await refusalOf(line, io);
    const { runCommand } = await import('./run-command.ts');
    return await runCommand(line.entry, line.argv, commandTable, io, { typed, ...options });
  } catch (error) {
    return report.failure(error);
  }
}

async function printVersion(io: CliIo, report: Report, json: boolean): Promise<number> {
  const { version } = await import('./version.ts');
  if (json) report.document({ version });
  else io.stdout.write(`${version}\n`);
  return 0;
}

/** On a terminal the accounts are there to be picked, where there are any; all else is helped. */
async function startBare(io: CliIo, report: Report, options: RunOptions): Promise<number> {
  const { canPick } = await import('./prompt.ts');
  if (!options.json && canPick(io)) {
    const { pickAccount } = await import('./picker/index.ts');
    const code = await pickAccount(io, commandTable, options, runCli);
    if (code !== undefined) return code;
  }
  return printHelp('', io, report, options);
}

async function printHelp(words: string, io: CliIo, report: Report, options: RunOptions): Promise<number> {
  const { json, plain = false } = options;
  const { addedCommands } = await import('./added-commands.ts');
  const added = words === '' ? await addedCommands(io, options) : [];
  if (json) {
    const { helpDocument } = await import('./help-document.ts');
    report.document(await helpDocument(words, commandTable, added));
  } else {
    const { helpText } = await import('./help-text.ts');
    io.stdout.write(await helpText(words, commandTable, io, { isPlain: plain, added }));
  }
  return 0;
}

async function refusalOf(
  line: Exclude<CommandLine, { kind: 'bare' | 'command' | 'help' | 'plugin' | 'version' }>,
  io: CliIo,
): Promise<ToolsError> {
  if (line.kind === 'incomplete')
    return new ToolsError('COMMAND_INCOMPLETE', { command: line.group, members: line.commands });
  if (line.kind === 'option')
    return new ToolsError('OPTION_UNKNOWN', { option: line.option, command: '', startsProgram: false });
  const { insteadOf } = await import('./unknown-command.ts');
  return new ToolsError('COMMAND_UNKNOWN', {
    command: line.word,
    instead: await insteadOf(line.word, commandTable, io),
  });
}
