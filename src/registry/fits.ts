import { matches } from './matches.ts';
import type { StringShape } from './shape.ts';

/** Whether a text is what its shape says. */
export function fits({ min, max, patterns, usual }: StringShape, text: string): boolean {
  if (!isWithin(text, min, max)) return false;
  return usual?.test(text) === true || patterns.every((pattern) => matches(pattern, text));
}

/** Whether the length, in code points, is within bounds. Units are counted first: there are never fewer. */
export function isWithin(text: string, min: number, max: number): boolean {
  if (text.length < min) return false;
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}
