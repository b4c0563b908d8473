import type { ImportPlan } from '../accounts/index.ts';
import { whoOf } from './who.ts';

/** What there is to know of a directory that is, or would be, the home of an account. */
export function importNotes(plan: ImportPlan): readonly string[] {
  const { tool, label, login, problem, identity, sameLogin } = plan;
  const who = whoOf(identity);
  const state = {
    usable: `it is logged in${who === '' ? '' : `: ${who}`}`,
    none: `nobody is logged in (${problem ?? 'nothing was saved'}): its first launch, or tools login ${tool} -a ${label}, logs in`,
    unknown: `whether anybody is logged in can't be told${problem === undefined ? '' : ` (${problem})`}`,
  };
  const both = `${sameLogin.join(', ')} has the same login: log out in one of them, before one logs the other out`;
  return [state[login], ...(sameLogin.length > 0 ? [both] : []), ...joinedNotes(plan)];
}

const most = 5;

/** Whom the directory is joined to already. */
function joinedNotes({ links, running }: ImportPlan): readonly string[] {
  const shown = links.slice(0, most).map(({ name, to }) => `${name} to ${to}`);
  const more = links.length > most ? `, and ${links.length - most} more` : '';
  return [
    ...(links.length > 0
      ? [`links in it lead elsewhere, and stay as they are: ${shown.join(', ')}${more}`]
      : []),
    ...(running.length > 0
      ? [`process ${running.join(', ')} uses it now, and goes on as it was started`]
      : []),
  ];
}
