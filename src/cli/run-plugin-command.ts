import { ToolsError } from '../errors/index.ts';
import { signalNumber } from '../platform/index.ts';
import type { LoadedCommand } from '../plugins/index.ts';
import { onSignals } from '../process/index.ts';
import { type CliContext, createContext, type RunOptions } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';
import type { CommandLine } from './command-line.ts';

type PluginLine = Extract<CommandLine, { kind: 'plugin' }>;

/** Milliseconds that a command has to end by itself once the user gave up. */
const graceMs = 2_000;

/** `tools <plugin>:<command> …`: what stands behind it goes to the plugin as it was typed. @returns its exit code */
export async function runPluginCommand(
  line: PluginLine,
  commands: readonly CommandEntry[],
  io: CliIo,
  options: RunOptions,
): Promise<number> {
  const context = await createContext(
    io,
    commands,
    [`${line.plugin}:${line.command}`, ...line.args],
    options,
  );
  try {
    return await untilSignalled((signal) =>
      commandIn(context, line).then((command) =>
        command.run({
          args: line.args,
          cwd: io.host.cwd,
          // It answers nothing: a command that ends with it would answer that for its exit code.
          print: (text) => void io.stdout.write(`${context.report.clean(String(text))}\n`),
          signal,
        }),
      ),
    );
  } catch (error) {
    // Here, where it is known what the plugin was given that must not be shown.
    return context.report.failure(error);
  } finally {
    await context.plugged.close();
  }
}

/** @throws ToolsError PLUGIN_COMMAND_UNKNOWN, PLUGIN_NOT_FOUND, PLUGIN_DISABLED, PLUGIN_ID_REFUSED, why it can't be used */
async function commandIn(
  { plugged, registry, plugins }: CliContext,
  { plugin: id, command }: PluginLine,
): Promise<LoadedCommand> {
  const own = plugged.commands.filter(({ plugin }) => plugin === id);
  const found = own.find(({ name }) => name === command);
  if (found) return found;
  if (own.length === 0) {
    const { findPlugin } = await import('../plugins/index.ts');
    const tool = registry.tool(id) && plugged.bringerOf(id) === undefined ? id : undefined;
    const entry = findEntry(() => findPlugin(plugins(), id), tool);
    if (entry.state === 'disabled') throw new ToolsError('PLUGIN_DISABLED', { id });
    const problem = entry.problem ?? plugged.problems.find((one) => isAbout(id, one));
    if (problem) throw problem;
  }
  throw new ToolsError('PLUGIN_COMMAND_UNKNOWN', { id, command, known: own.map(({ name }) => name) });
}

/** What was found out when it was asked what it brings. */
function isAbout(id: string, { data }: ToolsError): boolean {
  const said = data as { readonly id?: unknown; readonly plugin?: unknown };
  return said.id === id || said.plugin === id;
}

/** A tool has no commands of ours: it is run. */
function findEntry<Entry>(find: () => Entry, tool: string | undefined): Entry {
  try {
    return find();
  } catch (error) {
    const isTool = tool !== undefined && error instanceof ToolsError && error.code === 'PLUGIN_NOT_FOUND';
    throw isTool ? new ToolsError('PLUGIN_NOT_FOUND', { id: tool, tool }) : error;
  }
}

/** The first signal is told to `work`, which then has a moment to end. @returns what it does, or 128 and the signal */
async function untilSignalled(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  let undo = () => {};
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<number>((end) => {
    undo = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (name) => {
      const code = 128 + signalNumber(name);
      if (stop.signal.aborted) end(code);
      stop.abort();
      timer ??= setTimeout(() => end(code), graceMs);
    });
  });
  try {
    return await Promise.race([work(stop.signal), given]);
  } finally {
    clearTimeout(timer);
    undo();
  }
}
