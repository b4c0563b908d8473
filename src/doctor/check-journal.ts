import { ToolsError } from '../errors/index.ts';
import { readJournal } from '../state/index.ts';
import type { Check } from './check.ts';

/** Changes that somebody began who died, and entries that nobody can read. */
export const checkJournal: Check = ({ host, paths }, _tools, find) => {
  const { records, damage } = readJournal(host, paths);
  for (const each of damage) find(each);
  for (const { id, verb, tool, at, doneAt, process } of records) {
    if (doneAt !== null || (process && host.processes.stateOf(process) !== 'dead')) continue;
    find(new ToolsError('CHANGE_CUT_OFF', { id, verb, tool, at }));
  }
};
