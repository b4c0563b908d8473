import type { CliContext } from './cli-context.ts';
import { colorsFor, hasColors } from './colors.ts';
import { wrapped } from './wrapped.ts';

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Heads of what people type again: cut last. */
  readonly whole?: readonly string[];
}

const gap = 2;
const narrowest = 6;
/** With less room beside the rest of its row, a note goes below it. */
const leastNote = 24;
type Measure = (text: string) => number;

/**
 * Columns without borders under upper-case heads on a terminal, those that say nothing left out, the rest cut
 * to its width, but for notes, the last column where it has no head: they are broken into lines. Everywhere else
 * one row a line, cells between tabs, whole and without heads.
 */
export async function renderTable(
  context: Pick<CliContext, 'stdout' | 'host' | 'report'>,
  table: Table,
): Promise<readonly string[]> {
  const rows = table.rows.map((row) => row.map((cell) => context.report.clean(cell)));
  if (context.stdout.isTTY !== true) return rows.map((row) => row.join('\t'));
  if (rows.length === 0) return [];
  const { default: measure } = await import('string-width');
  const noted = table.heads.length > 1 && table.heads.at(-1) === '' ? table.heads.length - 1 : undefined;
  const room = context.stdout.columns ?? 80;
  const heads = table.heads.slice(0, noted);
  const columns = fitted(columnsOf({ ...table, heads, rows }, measure), room);
  const colors = colorsFor(hasColors(context.host.env, true));
  const line = (cells: readonly string[]) => lineOf(cells, columns, measure);
  const withNote = (cells: readonly string[]) => {
    const note = noted === undefined ? '' : (cells[noted] ?? '');
    return note === ''
      ? [line(cells).trimEnd()]
      : notedLines([line(cells), measure(line(cells))], note, room);
  };
  return [colors.bold(line(heads.map((head) => head.toUpperCase())).trimEnd()), ...rows.flatMap(withNote)];
}

/** Where there is little room a note stands below, and a long word, such as a path, stays whole. */
function notedLines(
  [line, width]: readonly [text: string, width: number],
  note: string,
  room: number,
): readonly string[] {
  const beside = room - width - gap;
  if (beside < Math.min(leastNote, note.length))
    return [line.trimEnd(), ...wrapped(note, room, ' '.repeat(2 * gap))];
  const [first = '', ...others] = wrapped(note, beside);
  const indent = ' '.repeat(width + gap);
  return [`${line}${' '.repeat(gap)}${first}`, ...others.map((other) => indent + other)];
}

interface Column {
  readonly index: number;
  readonly width: number;
  readonly isWhole: boolean;
}

function columnsOf({ heads, rows, whole = [] }: Table, measure: Measure): readonly Column[] {
  return heads.flatMap((head, index) => {
    const widths = rows.map((row) => measure(row[index] ?? ''));
    if (head !== '' && Math.max(...widths) === 0) return [];
    return { index, width: Math.max(measure(head), ...widths), isWhole: whole.includes(head) };
  });
}

/**
 * Takes from the widest column until the row fits; a column keeps a few characters, and the last ones go when
 * even that is too much. Columns that are typed again lose something only when the others are gone.
 */
function fitted(wanted: readonly Column[], room: number): readonly Column[] {
  let columns = wanted;
  while (total(columns) > room) {
    const others = columns.filter(({ isWhole }) => !isWhole);
    const last = columns.length > 1 ? others.at(-1) : undefined;
    const widest = widestOf(others) ?? (last ? undefined : widestOf(columns));
    if (widest) columns = columns.map((each) => (each === widest ? narrower(each) : each));
    else if (last) columns = columns.filter((each) => each !== last);
    else break;
  }
  return columns;
}

function total(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + gap, -gap);
}

function widestOf(columns: readonly Column[]): Column | undefined {
  return columns
    .filter(({ width }) => width > narrowest)
    .reduce<Column | undefined>((most, each) => (most && most.width >= each.width ? most : each), undefined);
}

function narrower(column: Column): Column {
  return { ...column, width: column.width - 1 };
}

function lineOf(cells: readonly string[], columns: readonly Column[], measure: Measure): string {
  return columns
    .map(({ index, width }) => padded(cut(cells[index] ?? '', width, measure), width, measure))
    .join(' '.repeat(gap));
}

function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    if (measure(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function padded(text: string, width: number, measure: Measure): string {
  return text + ' '.repeat(Math.max(0, width - measure(text)));
}
