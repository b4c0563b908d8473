import { visibleText } from '../errors/index.ts';
import type { LoadedCommand } from '../plugins/index.ts';
import { builtIns } from './built-ins.ts';
import type { RunOptions } from './cli-context.ts';
import type { CliIo } from './cli-io.ts';
import { pluggedIn } from './plugged-in.ts';

/** A command that a plugin adds, in a line of help. */
export interface AddedCommand {
  /** `<plugin>:<command>` */
  readonly words: string;
  readonly plugin: string;
  readonly description: string;
}

/** What plugins add to help; none of their code is run for that. */
export async function addedCommands(
  { host, registry }: Pick<CliIo, 'host' | 'registry'>,
  { trial }: Pick<RunOptions, 'trial'> = {},
): Promise<readonly AddedCommand[]> {
  const known = registry ?? (await builtIns());
  const plugged = await pluggedIn(host, known, { tell: () => {}, trial, isHasty: true });
  await plugged.close();
  return addedIn(plugged.commands);
}

export function addedIn(commands: readonly LoadedCommand[]): readonly AddedCommand[] {
  return commands.map(({ plugin, name, description }) => ({
    words: visibleText(`${plugin}:${name}`),
    plugin: visibleText(plugin),
    description: visibleText(description),
  }));
}
