/**
 * Whether a text matches a pattern, which is read with the `u` flag: it sees code points. It is compiled when it is
 * first asked for, because the classes of Unicode are dear, there are many patterns, and most programs need few.
 */
export function matches(pattern: string, text: string): boolean {
  let compiled = known.get(pattern);
  if (compiled === undefined) {
    compiled = new RegExp(pattern, 'u');
    known.set(pattern, compiled);
  }
  return compiled.test(text);
}

const known = new Map<string, RegExp>();
