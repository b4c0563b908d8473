import type { AccountStatus } from '../../accounts/index.ts';
import type { Colors } from '../colors.ts';
import { broken, type Column, cut, fitted, lineOf, type Measure, widthOf } from '../columns.ts';
import { loginTone, loginWords } from '../login-words.ts';
import { wrapped } from '../wrapped.ts';
import type { PickerRow } from './picker-row.ts';
import { commandKeys, filtered, type PickerState, selectedRow } from './picker-state.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface PickerLook {
  readonly measure: Measure;
  readonly colors: Colors;
  readonly layout: readonly Column[];
  readonly loginOf: (row: PickerRow) => AccountStatus['state'] | undefined;
}

/** On fewer lines there is the list alone. */
const leastForFrame = 6;
/** On fewer columns what is said of an account stands below its name. */
const leastForSides = 40;
const selectedColumn = 1;
const loginColumn = 4;
const usedColumn = 6;

/** The screen, one string a line, none wider than it, and no more of them than it has. */
export function pickerLines(state: PickerState, size: Size, look: PickerLook): readonly string[] {
  const { columns, rows } = size;
  const { measure, colors } = look;
  const clipped = (text: string) => cut(text, columns, measure);
  if (rows < leastForFrame) return bodyOf(state, size, look).slice(0, rows);
  const body = bodyOf(state, { columns, rows: rows - 3 }, look);
  const empty = Array.from({ length: Math.max(0, rows - 3 - body.length) }, () => '');
  return [
    colors.bold(clipped(titleOf(state))),
    ...body,
    ...empty,
    clipped(state.notice),
    colors.toned(footOf(state, columns), 'aside'),
  ];
}

/** The rows of a screen, with what heads them; those around the selected one, where not all have room. */
export function visibleRows(state: PickerState, { rows }: Size): readonly PickerRow[] {
  return windowOf(state, listRoom(rows)).flatMap((entry) => (typeof entry === 'string' ? [] : entry));
}

/** How many lines of the list a screen of so many has. */
export function listRoom(rows: number): number {
  return Math.max(1, rows < leastForFrame ? rows : rows - 3);
}

/** Widths that hold for every row, so that nothing jumps while one scrolls. */
export function layoutOf(rows: readonly PickerRow[], measure: Measure, columns: number): readonly Column[] {
  const widths = rows.map((row) => cellsOf(row, '').map(measure));
  const most = (index: number) => Math.max(0, ...widths.map((each) => each[index] ?? 0));
  const wanted = [1, most(1), most(2), most(3), 'logged out'.length, most(5), most(6)].map(
    (width, index) => ({
      index,
      width,
      isWhole: index <= selectedColumn,
    }),
  );
  const layout = fitted(
    wanted.filter(({ width }) => width > 0),
    columns,
  );
  if (widthOf(layout) <= columns) return layout;
  return [{ index: selectedColumn, width: columns, isWhole: true }];
}

function bodyOf(state: PickerState, { columns, rows }: Size, look: PickerLook): readonly string[] {
  if (state.mode === 'help') return helpLines(columns).slice(0, rows);
  if (state.mode === 'info') return infoLines(state, columns, look).slice(0, rows);
  const entries = windowOf(state, rows);
  if (entries.length === 0) return [cut('  nothing is called so', columns, look.measure)];
  const selected = selectedRow(state);
  return entries.map((entry) =>
    typeof entry === 'string'
      ? look.colors.bold(cut(entry, columns, look.measure))
      : rowLine(entry, entry === selected, look),
  );
}

function rowLine(
  row: PickerRow,
  isSelected: boolean,
  { measure, colors, layout, loginOf }: PickerLook,
): string {
  const login = loginOf(row);
  const cells = cellsOf(row, login === undefined ? '' : loginWords[login]);
  return lineOf(
    [isSelected ? '❯' : row.active ? '*' : '', ...cells.slice(1)],
    layout,
    measure,
    (text, index) => {
      if (index === loginColumn) return colors.toned(text, login && loginTone[login]);
      if (index === usedColumn) return colors.toned(text, 'aside');
      return isSelected && index <= selectedColumn ? colors.bold(text) : text;
    },
  ).trimEnd();
}

function cellsOf({ label, who, plan, active, used }: PickerRow, login: string): readonly string[] {
  return ['', label, who, plan, login, active, used];
}

/** Names of tools stand above their accounts. With no room for more than a row there is no head. */
function windowOf(state: PickerState, room: number): readonly (PickerRow | string)[] {
  const shown = filtered(state);
  const selected = shown[state.selected];
  const entries = room < 2 ? shown : withHeads(shown);
  const at = Math.max(0, selected === undefined ? 0 : entries.indexOf(selected));
  const top = Math.min(Math.max(0, at - Math.floor(room / 2)), Math.max(0, entries.length - room));
  return entries.slice(top, top + room);
}

function withHeads(rows: readonly PickerRow[]): readonly (PickerRow | string)[] {
  return rows.flatMap((row, at) => (row.tool === rows[at - 1]?.tool ? [row] : [row.toolName, row]));
}

function titleOf({ rows, filter, mode, ...rest }: PickerState): string {
  const count = filtered({ rows, filter }).length;
  const place = `${Math.min(rest.selected + 1, count)} of ${count}`;
  if (mode !== 'filter' && filter === '') return `Accounts, ${place}`;
  return `Accounts, ${place}, with: ${filter}${mode === 'filter' ? '_' : ''}`;
}

/** In the order of the line, and how soon each is left out where there is no room for all. */
const listFoot: readonly (readonly [text: string, rank: number])[] = [
  ['enter run', 1],
  ...commandKeys.map(({ key, word }, at) => [`${key} ${word}`, 4 + at] as const),
  ['i info', 9],
  ['n new', 8],
  ['/ filter', 3],
  ['? help', 2],
  ['q leave', 0],
];
const filterFoot = [
  ['enter run', 0],
  ['esc all of them', 1],
] as const;
const pageFoot = [['any key: back', 0]] as const;

function footOf({ mode }: PickerState, columns: number): string {
  const all = mode === 'list' ? listFoot : mode === 'filter' ? filterFoot : pageFoot;
  const lineWith = (most: number) => all.flatMap(([text, rank]) => (rank <= most ? text : [])).join(' · ');
  const most = all.findLast((_, at) => lineWith(at).length <= columns);
  return most ? lineWith(all.indexOf(most)) : '';
}

function helpLines(columns: number): readonly string[] {
  const keys: readonly (readonly [string, string])[] = [
    ['enter', 'run the tool under this account'],
    ['l', 'log in, or renew the login'],
    ['d', 'make it the default of its tool'],
    ['b', 'link it to this directory'],
    ['i', 'say more of it'],
    ['r', 'remove it, after a question'],
    ['n', 'make a new account'],
    ['/', 'show those only that match what is typed; other letters do, too'],
    ['↑ ↓', 'go to another; page up and down, home, end'],
    ['q, esc', 'leave'],
  ];
  return keys.flatMap(([key, what]) =>
    wrapped(what, columns, `  ${key.padEnd(8)}`, ' '.repeat(10)).map((line) =>
      cut(line, columns, (text) => text.length),
    ),
  );
}

function infoLines(state: PickerState, columns: number, { measure, loginOf }: PickerLook): readonly string[] {
  const row = selectedRow(state);
  if (!row) return [];
  const login = loginOf(row);
  const facts: readonly (readonly [string, string])[] = [
    ['Account', `${row.tool}#${row.label}`],
    ['Who', row.who],
    ['Plan', row.plan],
    ['Login', login === undefined ? '' : loginWords[login]],
    ['Use', row.used],
    ...row.facts,
  ];
  return facts
    .filter(([, value]) => value !== '')
    .flatMap(([name, value]) =>
      columns < leastForSides
        ? [name, ...wrapped(value, columns, '  ', '  ', measure)]
        : wrapped(value, columns, `  ${name.padEnd(14)}`, ' '.repeat(16), measure),
    )
    .flatMap((line) => broken(line, columns, measure));
}
