import type { AccountStatus, AccountsContext } from '../../accounts/index.ts';
import type { Colors } from '../colors.ts';
import type { Column, Measure } from '../columns.ts';
import { layoutOf, pickerLines, type Size, visibleRows } from './picker-lines.ts';
import { loginOf, type PickerRow } from './picker-row.ts';
import type { PickerState } from './picker-state.ts';

interface Means {
  readonly state: AccountsContext;
  readonly measure: Measure;
  readonly colors: Colors;
}

/** The screen of the picker. Remembers what would take time to find out at every key. */
export class Picture {
  private readonly means: Means;
  private readonly logins = new Map<PickerRow, AccountStatus['state'] | undefined>();
  private layout: { rows: readonly PickerRow[]; columns: number; of: readonly Column[] } | undefined;

  constructor(means: Means) {
    this.means = means;
  }

  /** Logins are looked at once, when their row comes to be seen. */
  async lines(picker: PickerState, size: Size): Promise<readonly string[]> {
    const { state, measure, colors } = this.means;
    for (const row of visibleRows(picker, size))
      if (!this.logins.has(row)) this.logins.set(row, await loginOf(state, row));
    const loginOfRow = (row: PickerRow) => this.logins.get(row);
    const layout = this.layoutFor(picker.rows, size.columns);
    return pickerLines(picker, size, { measure, colors, layout, loginOf: loginOfRow });
  }

  private layoutFor(rows: readonly PickerRow[], columns: number): readonly Column[] {
    if (this.layout?.rows !== rows || this.layout.columns !== columns)
      this.layout = { rows, columns, of: layoutOf(rows, this.means.measure, columns) };
    return this.layout.of;
  }
}
