import type { SyncedAccount } from '../accounts/index.ts';
import type { Table } from './table.ts';

/** What is open after a sync: one row each, pointers and places, never a value. */
export function syncTable(accounts: readonly SyncedAccount[]): Table {
  return {
    heads: ['Tool', 'Account', 'What', 'State', ''],
    whole: ['Tool', 'Account', 'What'],
    rows: accounts.flatMap((account) => openOf(account).map((row) => [account.tool, ...row])),
  };
}

/** What was brought where, and that all is well, if `isAll` that share could be asked. */
export function newsOf(
  accounts: readonly SyncedAccount[],
  { isDryRun, isAll }: { readonly isDryRun: boolean; readonly isAll: boolean },
): readonly string[] {
  const would = isDryRun ? 'would bring' : 'brought';
  const news = accounts.flatMap(({ tool, label, pushed, pulled }) => [
    ...(pushed.length > 0 ? [`${would} ${pushed.join(', ')} of ${tool}#${label} to what is shared`] : []),
    ...(pulled.length > 0 ? [`${would} ${pulled.join(', ')} to ${tool}#${label}`] : []),
  ]);
  if (news.length > 0 || !isAll || !accounts.every(isSettled)) return news;
  return [accounts.length === 0 ? 'no account shares anything' : 'all is in step'];
}

/** What to type where values of an account lost, or differ still. */
export function waysOut(accounts: readonly SyncedAccount[]): readonly string[] {
  return accounts
    .filter(({ lost, conflicts }) => lost.length + conflicts.length > 0)
    .map(({ tool, label }) => {
      const sync = `tools sync ${tool} -a ${label}`;
      return `to let the values of ${tool}#${label} hold: ${sync} --take home; to let them go: ${sync} --take shared`;
    });
}

/** Nothing waits for a decision, a repair or another process. What runs gets its share at its next start. */
export function isSettled(account: SyncedAccount): boolean {
  const { held, conflicts, lost, damaged, skipped } = account;
  const left = skipped.filter(({ why }) => why !== 'live' && why !== 'unknown');
  return held.length + conflicts.length + lost.length + damaged.length + left.length === 0;
}

function openOf({ label, held, conflicts, lost, damaged, skipped }: SyncedAccount): readonly string[][] {
  const inHome = conflicts.filter(({ kept }) => !lost.some((each) => each.kept === kept));
  return [
    ...held.map(({ path, pointer, why }) => [label, `${path} ${pointer}`, 'held', noteOn(why)]),
    ...inHome.map(({ path, pointer, kept }) => [label, `${path} ${pointer}`, 'differs', `still in ${kept}`]),
    ...lost.flatMap(({ path, pointers, kept }) =>
      pointers.map((pointer) => [label, `${path} ${pointer}`, 'lost', `kept in ${kept}`]),
    ),
    ...damaged.map(({ path, offset, problem }) => [
      label,
      nameOf(path),
      'damaged',
      `${path} at ${offset}: ${problem}`,
    ]),
    ...skipped.map(({ path, why, problem }) => [label, path, 'waits', problem ?? whyWaiting[why]]),
  ];
}

/** Only what is gone can be decided; all else is kept from the others whatever is typed. */
function noteOn(why: string): string {
  const reason = whyHeld[why] ?? why;
  return why === 'massDeletion' ? reason : `${reason}: it stays the account’s own`;
}

/** The whole of a path would leave no room for what is said of it. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

const whyWaiting = {
  busy: 'another process is at it',
  changing: 'it keeps changing',
  live: 'something runs in the account: it gets what is shared when it starts again',
  unknown: 'something may run in the account, on another machine',
  failed: 'the disk refused',
} as const;

const whyHeld: Readonly<Record<string, string>> = {
  homePath: 'it holds the path of an account’s directory',
  scrubbedName: 'it names a variable that carries a login',
  credential: 'it looks like a credential',
  privateInside: 'parts of it are the account’s own',
  shape: 'something else lies there on one side',
  unwritable: 'the format can’t say it',
  massDeletion: 'much is gone at once: --accept, if it is meant to be',
};
