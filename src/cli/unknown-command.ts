import type { CliIo } from './cli-io.ts';
import { createContext } from './cli-context.ts';
import { closestOf } from './closest.ts';
import { commandTable } from './commands/index.ts';

/** What a word that is no command was meant for: a command near it, or a tool to be run. */
export async function insteadOf(word: string, io: CliIo): Promise<string | undefined> {
  const { registry } = await createContext(io, { json: false, codes: false, quiet: true });
  const tools = registry.all().map((tool) => tool.id);
  const commands = commandTable.flatMap((entry) => entry.words);
  const closest = tools.includes(word) ? word : closestOf(word, [...commands, ...tools]);
  return closest !== undefined && tools.includes(closest) && !commands.includes(closest) ? `run ${closest}` : closest;
}
