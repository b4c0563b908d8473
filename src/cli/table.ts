import type { CliContext } from './cli-context.ts';
import { colorsFor, hasColors } from './colors.ts';

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const gap = 2;
const narrowest = 6;
type Measure = (text: string) => number;

/**
 * Columns without borders under upper-case heads on a terminal, cut to its width; everywhere else one row a
 * line, cells between tabs, whole and without heads.
 */
export async function renderTable(
  context: Pick<CliContext, 'stdout' | 'host' | 'report'>,
  table: Table,
): Promise<readonly string[]> {
  const rows = table.rows.map((row) => row.map((cell) => context.report.clean(cell)));
  if (context.stdout.isTTY !== true) return rows.map((row) => row.join('\t'));
  if (rows.length === 0) return [];
  const { default: measure } = await import('string-width');
  const heads = table.heads.map((head) => head.toUpperCase());
  const widths = fitted(widthsOf([heads, ...rows], measure), context.stdout.columns ?? 80);
  const colors = colorsFor(hasColors(context.host.env, true));
  return [colors.bold(line(heads, widths, measure)), ...rows.map((row) => line(row, widths, measure))];
}

function widthsOf(rows: readonly (readonly string[])[], measure: Measure): readonly number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => measure(row[column] ?? ''))));
}

/** Takes from the widest column until the row fits; a column keeps a few characters whatever happens. */
function fitted(wanted: readonly number[], columns: number): readonly number[] {
  const widths = [...wanted];
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap);
  for (let excess = total() - columns; excess > 0; excess = total() - columns) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= narrowest) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function line(cells: readonly string[], widths: readonly number[], measure: Measure): string {
  return cells
    .map((cell, column) => padded(cut(cell, widths[column] ?? 0, measure), widths[column] ?? 0, measure))
    .join(' '.repeat(gap))
    .trimEnd();
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
