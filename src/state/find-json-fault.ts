/** Where a text stops being JSON: an index into the text. */
export interface JsonFault {
  readonly at: number;
  readonly problem: string;
}

const space = /[\t\n\r ]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const stringStart = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/**
 * Finds what JSON.parse only says in words that differ between engines and that quote the text. For a text that
 * JSON.parse has refused; without recursion, so that no depth of nesting can end it.
 */
export function findJsonFault(text: string, start = 0): JsonFault {
  const open: ('{' | '[')[] = [];
  let at = start;
  let expected: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' = 'value';

  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const skipString = (): boolean => {
    skip(stringStart);
    if (text[at] !== '"') return false;
    at += 1;
    return true;
  };
  const after = () => (open.length === 0 ? undefined : ('commaOrEnd' as const));

  for (;;) {
    skip(space);
    if (at >= text.length)
      return { at: text.length, problem: text.length === start ? 'it is empty' : 'it ends too early' };
    const character = text[at] as string;
    const closes = open.at(-1) === '{' ? '}' : ']';
    if (
      character === closes &&
      (expected === 'valueOrEnd' || expected === 'keyOrEnd' || expected === 'commaOrEnd')
    ) {
      open.pop();
      at += 1;
    } else if (expected === 'commaOrEnd') {
      if (character !== ',') return { at, problem: `"," or "${closes}" is missing` };
      at += 1;
      expected = open.at(-1) === '{' ? 'key' : 'value';
      continue;
    } else if (expected === 'colon') {
      if (character !== ':') return { at, problem: '":" is missing' };
      at += 1;
      expected = 'value';
      continue;
    } else if (expected === 'key' || expected === 'keyOrEnd') {
      if (character !== '"') return { at, problem: 'a name in double quotes is missing' };
      if (!skipString()) return { at: Math.min(at, text.length), problem: 'the text in quotes is broken' };
      expected = 'colon';
      continue;
    } else if (character === '{' || character === '[') {
      open.push(character);
      at += 1;
      expected = character === '{' ? 'keyOrEnd' : 'valueOrEnd';
      continue;
    } else if (character === '"') {
      if (!skipString()) return { at: Math.min(at, text.length), problem: 'the text in quotes is broken' };
    } else if (!skip(literal)) {
      return { at, problem: 'a value is missing' };
    }
    const next = after();
    if (next === undefined) {
      skip(space);
      return { at, problem: 'there is more after the end' };
    }
    expected = next;
  }
}
