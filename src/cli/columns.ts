/** How many columns of a terminal a text takes. */
export type Measure = (text: string) => number;

/** One column of a table, as wide as it is to be. */
export interface Column {
  /** Which cell of a row stands in it. */
  readonly index: number;
  readonly width: number;
  /** People type it again: cut last. */
  readonly isWhole: boolean;
  /** Its end tells as much as its beginning: cut in the middle. */
  readonly keepsEnd?: boolean;
}

const gap = 2;
const narrowest = 6;

/**
 * Takes from the widest column until the row fits; a column keeps a few characters, and the last ones go when
 * even that is too much. Columns that are typed again lose something only when the others are gone.
 */
export function fitted(wanted: readonly Column[], room: number): readonly Column[] {
  let columns = wanted;
  while (widthOf(columns) > room) {
    const others = columns.filter(({ isWhole }) => !isWhole);
    const last = columns.length > 1 ? others.at(-1) : undefined;
    const widest = widestOf(others) ?? (last ? undefined : widestOf(columns));
    if (widest) columns = columns.map((each) => (each === widest ? narrower(each) : each));
    // What it leaves is for those that stay.
    else if (last) columns = wanted.filter(({ index }) => index !== last.index && has(columns, index));
    else break;
  }
  return columns;
}

/** Without the columns that can be spared, the first of them first, as far as the others need their room. */
export function withoutSpare(
  columns: readonly Column[],
  spare: readonly number[],
  room: number,
): readonly Column[] {
  return spare.reduce(
    (left, index) => (widthOf(left) > room ? left.filter((each) => each.index !== index) : left),
    columns,
  );
}

/** A row in its columns, each cell cut and padded; `paint` colours what stands there. */
export function lineOf(
  cells: readonly string[],
  columns: readonly Column[],
  measure: Measure,
  paint: (text: string, index: number) => string = (text) => text,
): string {
  return columns
    .map(({ index, width, keepsEnd }) => {
      const text = (keepsEnd ? cutInside : cut)(cells[index] ?? '', width, measure);
      return (text === '' ? '' : paint(text, index)) + ' '.repeat(Math.max(0, width - measure(text)));
    })
    .join(' '.repeat(gap));
}

/** The text in at most so many columns; what is cut ends in …, and no character is halved. */
export function cut(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  return width > 0 ? `${start(text, width - 1, measure)}…` : '';
}

function cutInside(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const end = endOf(text, Math.floor((width - 1) / 2), measure);
  return cut(text, width - measure(end), measure) + end;
}

/** All of the text in lines of at most so many columns, broken anywhere but inside a character. */
export function broken(text: string, width: number, measure: Measure): readonly string[] {
  const lines: string[] = [];
  for (let left = text; left !== ''; left = left.slice(lines.at(-1)?.length)) {
    const line = start(left, width, measure);
    if (line === '') break;
    lines.push(line);
  }
  return lines;
}

function start(text: string, width: number, measure: Measure): string {
  let kept = '';
  for (const character of charactersOf(text)) {
    if (measure(kept + character) > width) break;
    kept += character;
  }
  return kept;
}

function endOf(text: string, width: number, measure: Measure): string {
  let kept = '';
  for (const character of charactersOf(text).reverse()) {
    if (measure(character + kept) > width) break;
    kept = character + kept;
  }
  return kept;
}

function charactersOf(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ segment }) => segment);
}

/** How many columns of a terminal all of them take. */
export function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + gap, -gap);
}

function has(columns: readonly Column[], index: number): boolean {
  return columns.some((each) => each.index === index);
}

function widestOf(columns: readonly Column[]): Column | undefined {
  return columns
    .filter(({ width }) => width > narrowest)
    .reduce<Column | undefined>((most, each) => (most && most.width >= each.width ? most : each), undefined);
}

function narrower(column: Column): Column {
  return { ...column, width: column.width - 1 };
}
