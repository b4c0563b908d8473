const gap = 2;
const widestText = 100;
/** With less room beside the names, descriptions go below them. */
const leastRoom = 24;

/** Text in lines of at most so many columns; a longer word stays whole. */
export function wrapped(text: string, columns: number, indent = '', hanging = indent): readonly string[] {
  const room = Math.min(columns, widestText);
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > room) {
      lines.push(line);
      line = hanging;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
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
