import type { Span } from './member-edit.ts';

/** One member of an object or item of an array. `start` is at its key, if it has one; `end` behind its value. */
export interface ListedMember extends Span {
  readonly key: string;
  readonly valueStart: number;
}

/** `start` is at the opening bracket, `end` behind the closing one. */
export interface JsonList extends Span {
  readonly members: readonly ListedMember[];
}

/** Another text's objects, by their keys. Values that a text has in common with it are not searched for their end. */
export interface Alike {
  readonly text: string;
  readonly objects: ReadonlyMap<string, JsonList>;
}

/** What lies in the object or array that begins at `start`, in a text that is known to be JSON. */
export function readJsonList(
  text: string,
  start: number,
  alike?: { readonly text: string; readonly list: JsonList | undefined },
): JsonList {
  const known = new Map(alike?.list?.members.map((member) => [member.key, member]));
  const members: ListedMember[] = [];
  const end = eachMember(text, start, ({ key, start: keyStart, valueStart }) => {
    const valueEnd = endAsIn(alike?.text, known.get(key), text, valueStart) ?? jsonValueEnd(text, valueStart);
    members.push({ key, start: keyStart, valueStart, end: valueEnd });
    return valueEnd;
  });
  return { start, end, members };
}

/** Where a value ends that is, to its last bracket, the other text's; undefined: it is another, or one torn off. */
function endAsIn(
  other: string | undefined,
  member: ListedMember | undefined,
  text: string,
  start: number,
): number | undefined {
  const first = text.charCodeAt(start);
  if (other === undefined || member === undefined || member.end === other.length) return undefined;
  if ((first !== brace && first !== bracket) || member.end === member.valueStart) return undefined;
  const end = start + member.end - member.valueStart;
  return text.slice(start, end) === other.slice(member.valueStart, member.end) ? end : undefined;
}

/**
 * The objects that are members of the whole, and wanted, by their keys: in one pass, which looks at brackets and
 * strings only. Of a text that is no JSON it says something, or throws a SyntaxError: what it says is to be checked
 * by reading.
 */
export function topObjects(
  text: string,
  isWanted: (key: string) => boolean,
  alike?: Alike,
): ReadonlyMap<string, JsonList> {
  const found = new Map<string, JsonList>();
  const start = skipBlanks(text, text.startsWith('\uFEFF') ? 1 : 0);
  if (text[start] !== '{') return found;
  eachMember(text, start, ({ key, valueStart }) => {
    if (text[valueStart] !== '{' || !isWanted(key)) return jsonValueEnd(text, valueStart);
    const list = readJsonList(text, valueStart, alike && { text: alike.text, list: alike.objects.get(key) });
    found.set(key, list);
    return list.end;
  });
  return found;
}

/** `visit` says where the member's value ends. @returns where the list does */
function eachMember(
  text: string,
  start: number,
  visit: (member: Omit<ListedMember, 'end'>) => number,
): number {
  const isObject = text[start] === '{';
  let count = 0;
  let at = skipBlanks(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const keyEnd = isObject ? stringEnd(text, at) : at;
    const key = isObject ? keyOf(text, at, keyEnd) : String(count);
    const valueStart = isObject ? skipBlanks(text, skipBlanks(text, keyEnd) + 1) : at;
    at = skipBlanks(text, visit({ key, start: at, valueStart }));
    if (text[at] === ',') at = skipBlanks(text, at + 1);
    count += 1;
  }
  return at + 1;
}

/** Where the value that begins at `start` ends. */
export function jsonValueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return stringEnd(text, start);
  if (first !== brace && first !== bracket) return scalarEnd(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Blanks first: of them there are the most.
    if (code < quote) continue;
    if (code === quote) at = stringEnd(text, at) - 1;
    else if ((code & ~32) === bracket) depth += 1;
    else if ((code & ~32) === bracket + 2) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** How many members all the objects of a JSON text have, those of equal keys counted each. */
export function countMembers(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = stringEnd(text, at);
    if (text[skipBlanks(text, at)] === ':') count += 1;
  }
  return count;
}

export function skipBlanks(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at))
    at += 1;
  return at;
}

const quote = 34;
const backslash = 92;
const brace = 123;
const bracket = 91;
const scalar = /[^,\]}\s]*/y;

function scalarEnd(text: string, start: number): number {
  scalar.lastIndex = start;
  return start + (scalar.exec(text)?.[0].length ?? 0);
}

/** A quote ends a string unless an odd number of backslashes stands before it. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

function keyOf(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end - 1);
  return inside.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inside;
}
