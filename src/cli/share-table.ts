import { type AdoptionStatus, type SharedItem, type ShareStatus, systemLabel } from '../accounts/index.ts';
import { countInWords } from './sizes.ts';
import type { Table } from './table.ts';

/** What `adopt` joined, with the tool whose it is. */
export interface Adopted extends AdoptionStatus {
  readonly tool: string;
}

/** One row for each path, below one that says with whom the account shares. */
export function shareTable(adoptions: readonly Adopted[], statuses: readonly ShareStatus[]): Table {
  return {
    heads: ['Tool', 'Account', 'What', 'State', ''],
    whole: ['Tool', 'Account', 'What'],
    rows: [...adoptions.flatMap(adoptedRows), ...statuses.flatMap(rowsOf)],
  };
}

/** What waits for a decision, and where what is shared lies. */
export function shareNews(statuses: readonly ShareStatus[]): readonly string[] {
  const folders = new Set(statuses.flatMap(({ on, folder }) => (on && folder ? folder : [])));
  return [
    ...statuses.flatMap(openLines),
    ...[...folders].map((folder) => `what is shared lies in ${folder}`),
  ];
}

function openLines({ tool, label, held, undecided, lost }: ShareStatus): readonly string[] {
  const open = held.length + undecided.length;
  const sync = `tools sync ${tool} -a ${label}`;
  return [
    ...(open > 0
      ? [`${countInWords(open, 'value')} of ${tool}#${label} not shared, to see why: ${sync}`]
      : []),
    ...lost.map(({ path, kept }) => `${tool}#${label} lost its own ${path}, which is kept in ${kept}`),
    ...(lost.some(({ canBeTaken }) => canBeTaken) ? [`to decide whose holds: ${sync}`] : []),
  ];
}

function adoptedRows({ tool, root, joined }: Adopted): readonly (readonly string[])[] {
  return joined.map((path) => [tool, systemLabel, path, 'linked', `with the root ${root}`]);
}

function rowsOf({ tool, label, on, items, others }: ShareStatus): readonly (readonly string[])[] {
  if (!on) return [[tool, label, '', 'private', 'it shares nothing']];
  const whom = others.length > 0 ? `with ${others.join(', ')}` : 'with accounts to come';
  return [
    [tool, label, '', 'shares', whom],
    ...items.map((item) => [tool, label, item.path, item.state, noteOf(item)]),
  ];
}

function noteOf({ why, how, guards, retention, discloses }: SharedItem): string {
  if (why === 'unguarded') return `${whyPrivate[why]}: ${guards.join(', ')}`;
  if (why !== null) return whyPrivate[why];
  const unsafe = retention.filter(({ safe }) => !safe).map(({ file, pointer }) => `${file} ${pointer}`);
  return [
    how === 'children' ? 'one by one' : how === 'mixed' ? 'in single keys' : '',
    guards.length > 0 ? `guarded by ${guards.join(', ')}` : '',
    unsafe.length > 0 ? `the tool may delete from it: ${unsafe.join(', ')}` : '',
    discloses ?? '',
  ]
    .filter(Boolean)
    .join('; ');
}

const whyPrivate = {
  off: '',
  excepted: 'taken out by share remove',
  unguarded: 'its guard is not shared',
  conflict: 'something else lies there',
} as const;
