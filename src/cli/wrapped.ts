import type { Measure } from './columns.ts';

const gap = 2;
const widestText = 100;
/** With less room beside the names, descriptions go below them. */
const leastRoom = 24;

/** A column for each character: so it is with what we say ourselves. */
const oneEach: Measure = (text) => text.length;

/** Text in lines of at most so many columns; a longer word stays whole. */
export function wrapped(
  text: string,
  columns: number,
  indent = '',
  hanging = indent,
  measure: Measure = oneEach,
): readonly string[] {
  const room = Math.min(columns, widestText);
  const lines: string[] = [];
  let line = indent;
  let width = indent.length;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    const more = measure(word);
    if (!isEmpty && width + 1 + more > room) {
      lines.push(line);
      line = hanging;
      width = hanging.length;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    width += more + Number(!isEmpty);
    isEmpty = false;
  }
  return [...lines, line];
}

/** Names and what they mean, side by side, or below each other where it is narrow. */
export function hung(
  pairs: readonly (readonly [name: string, meaning: string])[],
  columns: number,
): readonly string[] {
  const width = Math.max(0, ...pairs.map(([name]) => name.length)) + 2 * gap;
  const isNarrow = columns - width < leastRoom;
  return pairs.flatMap(([name, meaning]) => {
    if (isNarrow) return [...wrapped(name, columns, '  ', '    '), ...wrapped(meaning, columns, '      ')];
    return wrapped(meaning, columns, `  ${name}`.padEnd(width), ' '.repeat(width));
  });
}
