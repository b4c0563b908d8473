import type { CliContext } from './cli-context.ts';
import { colorsFor, type Tone } from './colors.ts';
import { type Column, fitted, lineOf, type Measure, withoutSpare } from './columns.ts';
import { hasColors } from './has-colors.ts';
import { wrapped } from './wrapped.ts';

export interface Table {
  /** A column without one says in a mark what another column says in words. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Heads of what people type again: cut last. */
  readonly whole?: readonly string[];
  /** Heads of what can be left out, the first of them first, before anything is cut. */
  readonly spare?: readonly string[];
  /** Heads of what is cut in the middle. */
  readonly keepsEnd?: readonly string[];
  /** The head of a column that says a thing once, for all the rows below that have it in common. */
  readonly grouped?: string;
  /** What a column, by its head, says unless there is something to say: all of it so is nothing. */
  readonly usual?: Readonly<Record<string, string>>;
}

/** What a colour says of it the text says, too. */
export type Cell = string | { readonly text: string; readonly tone: Tone };

const gap = 2;
/** With less room beside the rest of its row, a note goes below it. */
const leastNote = 24;

/**
 * Columns without borders under upper-case heads on a terminal, those that say nothing left out, the rest cut
 * to its width, but for notes, the last column where it has no head: they are broken into lines. Where it is to be
 * plain a row is a sentence. Everywhere else one row a line, cells between tabs, whole and without heads.
 */
export async function renderTable(
  context: Pick<CliContext, 'stdout' | 'host' | 'report' | 'isPlain'>,
  table: Table,
): Promise<readonly string[]> {
  const rows = table.rows.map((row) => row.map((cell) => context.report.clean(textOf(cell))));
  if (context.stdout.isTTY !== true) return rows.map((row) => row.join('\t'));
  if (rows.length === 0) return [];
  if (context.isPlain) return rows.map((row) => sentenceOf(table.heads, row));
  const { default: measure } = await import('string-width');
  const noted = table.heads.length > 1 && table.heads.at(-1) === '' ? table.heads.length - 1 : undefined;
  const room = context.stdout.columns ?? 80;
  const heads = table.heads.slice(0, noted);
  const spare = (table.spare ?? []).map((head) => heads.indexOf(head));
  const columns = fitted(withoutSpare(columnsOf({ ...table, heads }, rows, measure), spare, room), room);
  const colors = colorsFor(hasColors(context.host.env, true));
  const line = (cells: readonly string[], at: number) =>
    lineOf(cells, columns, measure, (text, index) => colors.toned(text, toneOf(table.rows[at]?.[index])));
  const withNote = (cells: readonly string[], at: number) => {
    const note = noted === undefined ? '' : (cells[noted] ?? '');
    const beside = line(cells, at);
    return note === '' ? [beside.trimEnd()] : notedLines([beside, measure(beside)], note, room, measure);
  };
  const titles = lineOf(
    heads.map((head) => head.toUpperCase()),
    columns,
    measure,
  );
  return [colors.bold(titles.trimEnd()), ...withoutRepeats(table, rows).flatMap(withNote)];
}

function sentenceOf(heads: readonly string[], row: readonly string[]): string {
  return row
    .map((cell, index) => {
      const head = heads[index] ?? '';
      if (head === '') return index < heads.length - 1 ? '' : cell;
      return cell === '' ? '' : `${head}: ${cell}`;
    })
    .filter(Boolean)
    .join('; ');
}

/** Where there is little room a note stands below, and a long word, such as a path, stays whole. */
function notedLines(
  [line, width]: readonly [text: string, width: number],
  note: string,
  room: number,
  measure: Measure,
): readonly string[] {
  const beside = room - width - gap;
  const below = ' '.repeat(2 * gap);
  if (beside < Math.min(leastNote, measure(note)))
    return [line.trimEnd(), ...wrapped(note, room, below, below, measure)];
  const [first = '', ...others] = wrapped(note, beside, '', '', measure);
  const indent = ' '.repeat(width + gap);
  return [`${line}${' '.repeat(gap)}${first}`, ...others.map((other) => indent + other)];
}

function withoutRepeats({ heads, grouped }: Table, rows: readonly (readonly string[])[]) {
  if (grouped === undefined) return rows;
  const column = heads.indexOf(grouped);
  return rows.map((row, at) =>
    row[column] === rows[at - 1]?.[column] ? row.map((cell, index) => (index === column ? '' : cell)) : row,
  );
}

function columnsOf(
  { heads, whole = [], keepsEnd = [], usual = {} }: Table,
  rows: readonly (readonly string[])[],
  measure: Measure,
): readonly Column[] {
  return heads.flatMap((head, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    if (head !== '' && cells.every((cell) => cell === '' || cell === usual[head])) return [];
    const widths = cells.map(measure);
    const width = Math.max(measure(head), ...widths);
    return { index, width, isWhole: whole.includes(head), keepsEnd: keepsEnd.includes(head) };
  });
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function toneOf(cell: Cell | undefined): Tone | undefined {
  return typeof cell === 'object' ? cell.tone : undefined;
}
