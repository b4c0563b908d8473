import { closestName } from '../registry/index.ts';
import { builtIns } from './built-ins.ts';
import type { CliIo } from './cli-io.ts';
import type { CommandEntry } from './command-entry.ts';

/** What others call it. No verb here is the opposite of what was typed. */
const elsewhere: Readonly<Record<string, string | undefined>> = {
  accounts: 'list',
  add: 'account add',
  auth: 'login',
  current: 'status',
  delete: 'remove',
  mv: 'rename',
  select: 'use',
  signin: 'login',
  signout: 'logout',
  switch: 'use',
  uninstall: undefined,
  update: 'install',
  upgrade: 'install',
};

/** What a word that is no command was meant for: a command near it, or a tool to be run. */
export async function insteadOf(
  word: string,
  table: readonly CommandEntry[],
  { registry }: Pick<CliIo, 'registry'>,
): Promise<string | undefined> {
  if (Object.hasOwn(elsewhere, word)) return elsewhere[word];
  const tools = (registry ?? (await builtIns())).all().map((tool) => tool.id);
  const commands = table.flatMap((entry) => entry.words);
  const closest = tools.includes(word) ? word : closestName(word, [...commands, ...tools]);
  return closest !== undefined && tools.includes(closest) && !commands.includes(closest)
    ? `run ${closest}`
    : closest;
}
