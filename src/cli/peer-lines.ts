import type { PeerHere, PeerImported, PeerPlan, PlannedAccount } from '../peers/index.ts';
import { importNotes } from './import-lines.ts';
import { countInWords } from './sizes.ts';
import type { Table } from './table.ts';

/** What importing from a peer would make, in words. */
export function planLines(plan: PeerPlan, withSettings: boolean): readonly string[] {
  return [
    ...plan.accounts.flatMap((account) => [lineOf(account), ...notesOn(account).map((note) => `  ${note}`)]),
    ...(withSettings ? meaningLines(plan) : meaningHint(plan)),
    ...warnings(plan),
  ];
}

/** What is left to do by hand, and what to know from now on. */
export function afterLines(plan: PeerPlan, done: PeerImported): readonly string[] {
  const made = done.accounts.map(
    ({ tool, label, home }) => `made ${tool}#${label} of ${home}, which stays there`,
  );
  const notes = plan.accounts
    .filter(({ standing }) => standing !== 'there')
    .flatMap((account) => {
      const isMade = done.accounts.some(
        ({ tool, label }) => tool === account.tool && label === account.label,
      );
      const said = isMade ? notesOn(account) : account.standing === 'take' ? [] : [lineOf(account)];
      return said.map((note) => (isMade ? `${account.tool}#${account.label}: ${note}` : note));
    });
  return [
    ...made,
    ...done.links.map(({ directory, tool, label }) => `linked ${directory} to ${tool}#${label}`),
    ...done.defaults.map(({ tool, label }) => `${label} is the global default of ${tool}`),
    ...done.aliases.map(({ alias, tool, label }) => `the alias ${alias} means ${tool}#${label}`),
    ...notes,
    ...warnings(plan),
  ];
}

/** What was found of each, a row a peer. */
export function peerTable(here: readonly PeerHere[]): Table {
  return {
    heads: ['FROM', 'ACCOUNTS', 'STORE', ''],
    rows: here.map(({ peer, store, plan }) => {
      return 'accounts' in plan
        ? [peer, countsOf(plan), store, `tools import --from ${peer} --dry-run`]
        : [peer, '', store, plan.message];
    }),
    whole: ['FROM'],
  };
}

function countsOf({ accounts }: PeerPlan): string {
  const kinds = [
    ['take', 'to take'],
    ['login', 'to log in'],
    ['key', 'to hand a key to'],
    ['sameLogin', 'with the login of another'],
    ['there', 'here already'],
    ['refused', 'that can’t be taken'],
  ] as const;
  return kinds
    .map(
      ([standing, words]) => [accounts.filter((each) => each.standing === standing).length, words] as const,
    )
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}

function lineOf({ tool, name, label, standing, where, why, command }: PlannedAccount): string {
  const called = name === label ? '' : ` (called ${name} there)`;
  if (standing === 'take') return `would make ${tool}#${label}${called} of ${where}`;
  if (standing === 'there') return `${tool}#${label}${called} is here already`;
  const way = command === null ? '' : `; to have it: ${command}`;
  return `does not take ${tool}#${name} in ${where}: ${why}${way}`;
}

function notesOn({ notes, plan, who, standing }: PlannedAccount): readonly string[] {
  if (standing === 'there' || standing === 'refused') return [];
  const said = plan ? importNotes(plan) : who === null ? [] : [`it is ${who}, by what was noted there`];
  return [...said, ...notes];
}

function meaningLines({ links, defaults, aliases }: PeerPlan): readonly string[] {
  return [
    ...links.map(({ directory, ...meant }) => meantLine(meant, `link ${directory} to`, `link ${directory}`)),
    ...defaults.map((meant) => meantLine(meant, 'make the default', `change the default of ${meant.tool}`)),
    ...aliases.map(({ alias, ...meant }) =>
      meantLine(meant, `let the alias ${alias} mean`, `set the alias ${alias}`),
    ),
  ];
}

function meantLine(
  { tool, name, label, why }: { tool: string; name: string; label: string | null; why: string | null },
  does: string,
  doesNot: string,
): string {
  return why === null
    ? `would ${does} ${tool}#${label}`
    : `does not ${doesNot}${label === null ? ` to ${tool}#${name}` : ''}: ${why}`;
}

function meaningHint({ links, defaults, aliases }: PeerPlan): readonly string[] {
  const open = [links, defaults, aliases].map((list) => list.filter(({ why }) => why === null).length);
  const kinds = [
    ['linked directory', 'linked directories'],
    ['default', 'defaults'],
    ['alias', 'aliases'],
  ] as const;
  const words = kinds.flatMap(([one, several], at) => {
    const count = open[at] ?? 0;
    return count === 0 ? [] : [countInWords(count, one, several)];
  });
  return words.length === 0 ? [] : [`does not take over ${words.join(', ')}; with --with-settings it does`];
}

function warnings({ displayName, swaps, holds, left }: PeerPlan): readonly string[] {
  return [
    ...swaps.map(
      (tool) =>
        `as long as ${displayName} is used, it decides whose login ${tool}'s own directory (${tool}#system) has`,
    ),
    ...holds.map(
      (tool) =>
        `${tool}'s own directory (${tool}#system) is a link to what ${displayName} keeps: without it, it is gone`,
    ),
    ...left.map((sentence) => `does not take over: ${sentence}`),
  ];
}
