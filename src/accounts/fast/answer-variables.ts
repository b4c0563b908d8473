import { folderVariable } from '../../platform/index.ts';
import { markerVariable } from '../../process/index.ts';
import { everyToolVariable, toolVariable } from '../choose-account.ts';
import type { AccountsContext } from '../context.ts';
import { placeVariables } from './place-variables.ts';

/** By which a table is drawn. */
const looks = ['TERM', 'NO_COLOR', 'FORCE_COLOR', 'ACCESSIBLE'];

/**
 * The variables on which an answer may depend, as they are; null: not set. Ours, those that lead to the user's
 * directories, and whatever a descriptor names: each of its texts that could be a name, since one too many does no harm.
 * undefined: one of those is set, and what it says may be a secret, which is not to be written down.
 */
export function answerVariables({
  host,
  registry,
}: Pick<AccountsContext, 'host' | 'registry'>): Readonly<Record<string, string | null>> | undefined {
  const tools = registry.all();
  const ours = [
    folderVariable,
    markerVariable,
    everyToolVariable,
    ...tools.map(({ id }) => toolVariable(id)),
    ...placeVariables(host),
    ...looks,
  ];
  const named = JSON.stringify(tools).match(/(?<=")[A-Z][A-Z0-9_]+(?=")/g) ?? [];
  const isSilent = named.every((name) => ours.includes(name) || host.env[name] === undefined);
  return isSilent
    ? Object.fromEntries([...ours, ...named].map((name) => [name, host.env[name] ?? null]))
    : undefined;
}
