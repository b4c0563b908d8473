import { defaultInstallation } from '../install/index.ts';
import type { Table } from './table.ts';
import type { ToolStatus } from './tool-status.ts';
import { whoOf } from './who.ts';

/** What `status` shows of each account. Where all of them use `default` no installation is told apart. */
export function statusTable(shown: readonly ToolStatus[]): Table {
  const isPlain = shown.every(({ accounts }) =>
    accounts.every(({ installation }) => (installation ?? defaultInstallation) === defaultInstallation),
  );
  const heads = ['', 'Tool', 'Account', 'Login', 'Who', 'Plan', 'Store', 'Active', 'Installation'];
  const cells = isPlain ? heads.length - 1 : heads.length;
  return {
    heads: heads.slice(0, cells),
    whole: ['Tool', 'Account', 'Login'],
    rows: shown.flatMap((status) => rowsOf(status).map((row) => row.slice(0, cells))),
  };
}

function rowsOf({ tool, chosen, accounts }: ToolStatus): readonly (readonly string[])[] {
  const rows = accounts.map((account) => [
    marks[account.state],
    tool,
    account.label,
    words[account.state],
    whoOf(account.identity),
    account.identity?.plan ?? '',
    account.store ?? '',
    chosen?.account === account.label ? activeBy(chosen) : '',
    account.installation ?? '',
  ]);
  return rows.length > 0 ? rows : [['', tool, '', '', '', '', '', '', '']];
}

/** A cell has no room for the sentence. */
function activeBy({ rule, because }: NonNullable<ToolStatus['chosen']>): string {
  if (rule === 'default') return 'the default';
  return rule === 'system' ? 'none chosen' : because;
}

const marks = { loggedIn: '✓', loggedOut: '✗', unknown: '?', mismatch: '!' } as const;
const words = {
  loggedIn: 'logged in',
  loggedOut: 'logged out',
  unknown: 'unknown',
  mismatch: 'unclear',
} as const;
