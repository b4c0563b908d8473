import { ToolsError } from '../../errors/index.ts';
import type { PluginCommand, PluginCommandCall } from '../contract/index.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { unusable } from './call-bounded.ts';
import { noteCall } from './calls-under-way.ts';
import { clauseOfFailure, isOurs } from './harmless.ts';

/** `tools <plugin>:<name>` */
export interface LoadedCommand {
  readonly plugin: string;
  readonly name: string;
  readonly description: string;
  /**
   * Takes as long as it takes. @returns its exit code, 0 to 125
   * @throws ToolsError PLUGIN_FAILED, PLUGIN_ANSWER_UNUSABLE, and as loadModule
   */
  run(call: PluginCommandCall): Promise<number>;
}

export function commandsOf(plugins: readonly ActivePlugin[]): readonly LoadedCommand[] {
  return plugins.flatMap((plugin) =>
    plugin.is.commands.map(({ name, description }) => ({
      plugin: plugin.is.id,
      name,
      description,
      run: (call: PluginCommandCall) => runCommand(plugin, name, call),
    })),
  );
}

async function runCommand(plugin: ActivePlugin, name: string, call: PluginCommandCall): Promise<number> {
  const { id } = plugin.is;
  const what = `the command "${name}"`;
  const { registrations } = await plugin.module();
  const command = [...registrations.commands].find((each) => each.name === name);
  if (!command)
    throw new ToolsError('PLUGIN_FAILED', { id, what, why: 'it registered no such command this time' });
  const code = await noteCall(id, () => answerOf(command, call)).catch((error: unknown) => {
    if (isOurs(error)) throw error;
    throw new ToolsError('PLUGIN_FAILED', { id, what, why: clauseOfFailure(error) }, { cause: error });
  });
  if (code === undefined || code === null) return 0;
  if (Number.isInteger(code) && code >= 0 && code <= 125) return code;
  throw unusable(id, what, 'an exit code is a whole number from 0 to 125');
}

/** Whoever writes JavaScript may answer, or throw, at once. */
async function answerOf(command: PluginCommand, call: PluginCommandCall): Promise<number | undefined> {
  return command.run(call);
}
