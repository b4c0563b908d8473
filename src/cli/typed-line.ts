/** What was typed so far: whole words, and the one under the cursor. */
export interface TypedLine {
  readonly words: readonly string[];
  readonly current: string;
}

/** Splits at blanks as a shell would, quotes and backslashes taken away. Evaluates nothing. */
export function readTypedLine(line: string): TypedLine {
  const words: string[] = [];
  let word = '';
  let quote = '';
  let isOpen = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      isOpen = true;
    } else if (character === '\\') {
      at += 1;
      word += line[at] ?? '';
    } else if (/\s/.test(character)) {
      if (word !== '' || isOpen) words.push(word);
      word = '';
      isOpen = false;
    } else word += character;
  }
  return { words, current: word };
}
