import type { PickerRow } from './picker-row.ts';

/** All that the picker's screen depends on, but for its size. */
export interface PickerState {
  readonly rows: readonly PickerRow[];
  readonly filter: string;
  /** Which of those rows that the filter leaves. */
  readonly selected: number;
  /** `filter`: letters are typed, and are no commands. */
  readonly mode: 'list' | 'filter' | 'help' | 'info';
  /** What came of the last command. */
  readonly notice: string;
}

export interface Key {
  /** As Node names it, `ctrl-` before it where that was held. */
  readonly name: string;
  /** What was typed; empty: nothing that can be read. */
  readonly text: string;
}

/** What a key asks for beyond another picture. */
export type Deed =
  | { readonly kind: 'leave'; readonly code: 0 | 130 }
  | { readonly kind: 'suspend' }
  /** An account is to be made; of which tool is asked. */
  | { readonly kind: 'new'; readonly tool: string | undefined }
  | ({ readonly kind: 'command' } & PickedCommand);

/** A command line of ours, and how it goes. */
export interface PickedCommand {
  readonly line: readonly string[];
  /** `last`: the picker ends with it. `aside`: it talks with the user. `quiet`: its news is the notice. */
  readonly how: 'last' | 'aside' | 'quiet';
}

/** What can be done with an account, by the letter that does it. */
export const commandKeys = [
  { key: 'l', word: 'login', how: 'aside', line: ({ tool, label }) => ['login', tool, '-a', label] },
  { key: 'd', word: 'default', how: 'quiet', line: ({ tool, label }) => ['use', tool, label, '--global'] },
  { key: 'b', word: 'link here', how: 'quiet', line: ({ tool, label }) => ['link', tool, label] },
  { key: 'r', word: 'remove', how: 'aside', line: ({ tool, label }) => ['remove', tool, label] },
] as const satisfies readonly {
  readonly key: string;
  readonly word: string;
  readonly how: PickedCommand['how'];
  readonly line: (row: PickerRow) => readonly string[];
}[];

export function runCommand({ tool, label }: PickerRow): PickedCommand {
  return { line: ['run', tool, '-a', label], how: 'last' };
}

/** At first the account that would be used here, if there is one. */
export function startState(rows: readonly PickerRow[]): PickerState {
  const active = rows.findIndex((row) => row.active !== '');
  return { rows, filter: '', selected: Math.max(0, active), mode: 'list', notice: '' };
}

/** The same picture of other rows, on the same account if it is still there. */
export function withRows(state: PickerState, rows: readonly PickerRow[], notice: string): PickerState {
  const before = selectedRow(state);
  const shown = filtered({ ...state, rows });
  const same = shown.findIndex((row) => row.tool === before?.tool && row.label === before.label);
  const selected = same >= 0 ? same : Math.min(state.selected, Math.max(0, shown.length - 1));
  return { ...state, rows, selected, notice };
}

/** The rows that have every word of the filter in them somewhere. */
export function filtered({ rows, filter }: Pick<PickerState, 'rows' | 'filter'>): readonly PickerRow[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ tool, toolName, label, who, plan }) => {
    const text = folded([tool, toolName, label, who, plan].join(' '));
    return words.every((word) => text.includes(word));
  });
}

export function selectedRow(state: PickerState): PickerRow | undefined {
  return filtered(state)[state.selected];
}

/** What one key makes of it. `page`: how many rows are to be seen at once. */
export function pressed(state: PickerState, key: Key, page: number): readonly [PickerState, Deed?] {
  const { name } = key;
  const fresh = { ...state, notice: '' };
  if (name === 'ctrl-c') return [fresh, { kind: 'leave', code: 130 }];
  if (name === 'ctrl-z') return [fresh, { kind: 'suspend' }];
  if (state.mode === 'help' || state.mode === 'info') return [{ ...fresh, mode: 'list' }];
  if (name === 'paste') return typed(fresh, key);
  const moved = movement(name, page);
  if (moved !== undefined) return [selecting(fresh, state.selected + moved)];
  if (name === 'return' || name === 'enter') return [fresh, ...deedOn(state, runCommand)];
  if (name === 'escape') return escaped(fresh);
  return state.mode === 'filter' ? typed(fresh, key) : commanded(fresh, key);
}

function movement(name: string, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    up: -1,
    down: 1,
    pageup: -page,
    pagedown: page,
    home: Number.NEGATIVE_INFINITY,
    end: Number.POSITIVE_INFINITY,
    'ctrl-p': -1,
    'ctrl-n': 1,
  };
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}

function selecting(state: PickerState, wanted: number): PickerState {
  const last = Math.max(0, filtered(state).length - 1);
  return { ...state, selected: Math.min(last, Math.max(0, wanted)) };
}

/** Out of the filter first, then away. */
function escaped(state: PickerState): readonly [PickerState, Deed?] {
  if (state.mode === 'filter' || state.filter !== '') return [filtering(state, '', 'list')];
  return [state, { kind: 'leave', code: 0 }];
}

function typed(state: PickerState, { name, text }: Key): readonly [PickerState] {
  if (name === 'backspace' || name === 'ctrl-h')
    return state.filter === ''
      ? [{ ...state, mode: 'list' }]
      : [filtering(state, [...state.filter].slice(0, -1).join(''))];
  if (name === 'ctrl-u') return [filtering(state, '')];
  return [text === '' ? state : filtering(state, state.filter + text)];
}

/** The selection stays on its account while that is to be seen. */
function filtering(state: PickerState, filter: string, mode: PickerState['mode'] = 'filter'): PickerState {
  const before = selectedRow(state);
  const shown = filtered({ rows: state.rows, filter });
  return { ...state, filter, mode, selected: Math.max(0, before ? shown.indexOf(before) : 0) };
}

/** A letter that is no command begins a filter. */
function commanded(state: PickerState, key: Key): readonly [PickerState, Deed?] {
  const { text } = key;
  const command = commandKeys.find((each) => each.key === text);
  if (command) return [state, ...deedOn(state, (row) => ({ line: command.line(row), how: command.how }))];
  if (text === 'q') return [state, { kind: 'leave', code: 0 }];
  if (text === 'n') return [state, { kind: 'new', tool: selectedRow(state)?.tool }];
  if (text === 'i') return [selectedRow(state) ? { ...state, mode: 'info' } : state];
  if (text === '?') return [{ ...state, mode: 'help' }];
  if (text === '/') return [{ ...state, mode: 'filter' }];
  return text.trim() === '' ? [state] : typed({ ...state, mode: 'filter' }, key);
}

function deedOn(state: PickerState, command: (row: PickerRow) => PickedCommand): readonly [Deed?] {
  const row = selectedRow(state);
  return row ? [{ kind: 'command', ...command(row) }] : [];
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
