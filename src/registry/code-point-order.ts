/** Strings in code-point order. The default sort compares UTF-16 units, which differs only where surrogates are. */
export function sortByCodePoint(strings: readonly string[]): string[] {
  const sorted = [...strings].sort();
  return strings.some(hasSurrogate) ? sorted.sort(compareByCodePoint) : sorted;
}

/** Negative, zero or positive, as for `sort`. */
export function compareByCodePoint(left: string, right: string): number {
  for (let index = 0; index < left.length && index < right.length; index++) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

const surrogate = /[\ud800-\udfff]/;

function hasSurrogate(text: string): boolean {
  return surrogate.test(text);
}

/** A surrogate stands for a code point above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
