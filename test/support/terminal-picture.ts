/** A terminal's screen at one moment: its lines, with the sequences that colour them. */
export interface Frame {
  readonly lines: readonly string[];
  /** How long it stands. */
  readonly seconds: number;
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

interface Run {
  readonly column: number;
  readonly text: string;
  readonly style: string;
}

const cell = { width: 8.4, height: 19 };
const margin = 16;

/** The frames one after the other as one picture that needs no script and no font; whoever wants no motion sees the last. */
export function pictureOf(frames: readonly Frame[], size: Size, title: string): string {
  const width = Math.ceil(size.columns * cell.width + 2 * margin);
  const height = size.rows * cell.height + 2 * margin;
  const all = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  let from = 0;
  const shown = frames.map((frame, at) => {
    const start = from;
    from += frame.seconds;
    return { at, start: part(start, all), end: part(from, all), lines: frame.lines };
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    '<style>',
    "text{font:14px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d8dee9;white-space:pre}",
    '.b{font-weight:700;fill:#fff}.d{fill:#8f9aae}.r{fill:#ff8a80}.g{fill:#a5d6a7}.y{fill:#ffe082}.p{fill:#81d4fa}',
    `.f{visibility:hidden}.f${frames.length - 1}{visibility:visible}`,
    `@media (prefers-reduced-motion:no-preference){.f{visibility:hidden;animation:${all}s step-end infinite}`,
    ...shown.map(({ at }) => `.f${at}{animation-name:f${at}}`),
    '}',
    ...shown.map(({ at, start, end }) => keyframesOf(at, start, end)),
    '</style>',
    `<rect width="${width}" height="${height}" rx="10" fill="#20242e"/>`,
    ...shown.map(({ at, lines }) => `<g class="f f${at}">${textOf(lines)}</g>`),
    '</svg>',
    '',
  ].join('\n');
}

function keyframesOf(at: number, start: number, end: number): string {
  const before = start === 0 ? '' : '0%{visibility:hidden}';
  return `@keyframes f${at}{${before}${start}%{visibility:visible}${end}%{visibility:hidden}}`;
}

function part(seconds: number, all: number): number {
  return Math.round((seconds / all) * 10_000) / 100;
}

/** A style holds until another sequence ends it, over the ends of lines as well. */
function textOf(lines: readonly string[]): string {
  let style = '';
  return lines
    .map((line, row) => {
      const { runs, after } = runsOf(line, style);
      style = after;
      return textElement(runs, row);
    })
    .join('');
}

function textElement(runs: readonly Run[], row: number): string {
  const spans = runs.map(({ column, text, style }) => {
    const x = Math.round((margin + column * cell.width) * 10) / 10;
    return `<tspan x="${x}"${style === '' ? '' : ` class="${style}"`}>${escaped(text)}</tspan>`;
  });
  const y = margin + row * cell.height + 14;
  return spans.length === 0 ? '' : `<text y="${y}">${spans.join('')}</text>`;
}

/** Whatever has two blanks before it has a place of its own, so that columns stand whatever the font. */
function runsOf(line: string, before: string): { readonly runs: readonly Run[]; readonly after: string } {
  const runs: Run[] = [];
  let column = 0;
  let after = before;
  for (const piece of line.split(/(\x1b\[[0-9;]*m|\x1b.)/)) {
    if (piece.startsWith('\x1b')) {
      after = styleAfter(piece, after);
      continue;
    }
    for (const word of piece.split(/( {2,})/)) {
      const style = after === '' && line.startsWith('$ ') ? 'p' : after;
      if (word.trim() !== '') runs.push({ column, text: word, style });
      column += word.length;
    }
  }
  return { runs, after };
}

const styles: Readonly<Record<string, string>> = { '1': 'b', '2': 'd', '31': 'r', '32': 'g', '33': 'y' };

function styleAfter(sequence: string, before: string): string {
  const codes = /^\x1b\[([0-9;]*)m$/.exec(sequence)?.[1];
  if (codes === undefined) return before;
  return codes
    .split(';')
    .reduce(
      (style, code) =>
        code in styles ? `${styles[code]}` : code === '' || /^(?:0|22|39)$/.test(code) ? '' : style,
      before,
    );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
