import { defaultInstallation } from '../install/index.ts';
import { activeBy } from './active-by.ts';
import { loginMarks, loginTone, loginWords } from './login-words.ts';
import type { Cell, Table } from './table.ts';
import type { ToolStatus } from './tool-status.ts';
import { whoOf } from './who.ts';

/** What `status` shows of each account. Where all of them use `default` no installation is told apart. */
export function statusTable(shown: readonly ToolStatus[]): Table {
  return {
    heads: ['', 'Tool', 'Account', 'Login', 'Who', 'Plan', 'Store', 'Active', 'Installation'],
    whole: ['Tool', 'Account', 'Login', 'Active'],
    spare: ['Store', 'Installation', 'Plan'],
    keepsEnd: ['Who'],
    grouped: 'Tool',
    usual: { Installation: defaultInstallation },
    rows: shown.flatMap(rowsOf),
  };
}

function rowsOf({ tool, chosen, accounts }: ToolStatus): readonly (readonly Cell[])[] {
  const rows: readonly (readonly Cell[])[] = accounts.map((account) => [
    { text: loginMarks[account.state], tone: loginTone[account.state] },
    tool,
    account.label,
    { text: loginWords[account.state], tone: loginTone[account.state] },
    whoOf(account.identity),
    account.identity?.plan ?? '',
    account.store ?? '',
    chosen?.account === account.label ? activeBy(chosen) : '',
    account.installation ?? '',
  ]);
  return rows.length > 0 ? rows : [['', tool, '', '', '', '', '', '', '']];
}
