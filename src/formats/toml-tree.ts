import type { Span } from './member-edit.ts';

/** A table header or the beginning of the document, and where its own lines lie. */
export interface TomlSection {
  /** Segments as in a JSON pointer: an item of an array of tables has its index. */
  readonly path: readonly string[];
  /** The line of the header with its comment; undefined for the document's beginning. */
  readonly header: Span | undefined;
  /** Behind its last pair, or behind its header. */
  end: number;
}

interface TomlPair {
  readonly path: readonly string[];
  /** From the key to the end of the line, comment and line end included. */
  readonly line: Span;
  readonly value: TomlNode;
}

export interface TomlNode extends Span {
  readonly kind: 'scalar' | 'array' | 'inline';
  readonly members: readonly TomlMember[];
}

interface TomlMember extends Span {
  readonly keys: readonly string[];
  readonly value: TomlNode;
}

export interface TomlTree {
  readonly sections: readonly TomlSection[];
  readonly pairs: readonly TomlPair[];
}

/** Where everything lies in a TOML text that is known to be valid. */
export function tomlTree(text: string): TomlTree {
  const sections: TomlSection[] = [{ path: [], header: undefined, end: text.startsWith('\uFEFF') ? 1 : 0 }];
  const pairs: TomlPair[] = [];
  const itemCounts = new Map<string, number>();
  let section = sections[0] as TomlSection;
  for (let start = skip(text, section.end, blankLines); start < text.length; ) {
    if (text[start] === '[') {
      const isItem = text[start + 1] === '[';
      const { keys, end } = readKeys(text, start + (isItem ? 2 : 1));
      section = {
        path: resolve(keys, isItem, itemCounts),
        header: { start, end: lineEnd(text, end) },
        end: lineEnd(text, end),
      };
      sections.push(section);
    } else {
      const pair = readPair(text, start);
      section.end = lineEnd(text, pair.end);
      pairs.push({
        path: [...section.path, ...pair.keys],
        line: { start, end: section.end },
        value: pair.value,
      });
    }
    start = skip(text, section.end, blankLines);
  }
  return { sections, pairs };
}

const blankLines = /(?:\s|#[^\n]*)*/y;
const trivia = blankLines;
const blanks = /[ \t]*/y;
const bareKey = /[\w-]+/y;
const scalar = /[^,\]}#\n]*/y;
/** Longest first. A closing `"""` may have up to two more quotes before it that are content. */
const strings = [
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}/y,
  /'''[\s\S]*?'{3,5}/y,
  /"(?:\\.|[^"\\\n])*"/y,
  /'[^'\n]*'/y,
];

function resolve(keys: readonly string[], isItem: boolean, itemCounts: Map<string, number>): string[] {
  const path: string[] = [];
  for (const [depth, key] of keys.entries()) {
    path.push(key);
    const id = JSON.stringify(path);
    const count = itemCounts.get(id) ?? 0;
    const isLast = depth === keys.length - 1;
    if (isItem && isLast) itemCounts.set(id, count + 1);
    if (isItem && isLast) path.push(String(count));
    else if (count > 0) path.push(String(count - 1));
  }
  return path;
}

function readPair(text: string, start: number): TomlMember {
  const { keys, end } = readKeys(text, start);
  const value = readValue(text, skip(text, end + 1, trivia));
  return { keys, value, start, end: value.end };
}

function readKeys(text: string, start: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  let at = start;
  do {
    at = skip(text, at, blanks);
    const end = skip(text, at, bareKey) > at ? skip(text, at, bareKey) : stringEnd(text, at);
    const raw = text.slice(at, end);
    keys.push(raw.startsWith("'") ? raw.slice(1, -1) : raw.startsWith('"') ? unquoteKey(raw) : raw);
    at = skip(text, end, blanks);
  } while (text[at++] === '.');
  return { keys, end: at - 1 };
}

function readValue(text: string, start: number): TomlNode {
  const open = text[start];
  if (open === '[' || open === '{') return readMembers(text, start, open);
  const quoted = stringEnd(text, start);
  const end = quoted > start ? quoted : start + text.slice(start, skip(text, start, scalar)).trimEnd().length;
  return { kind: 'scalar', start, end, members: [] };
}

function readMembers(text: string, start: number, open: '[' | '{'): TomlNode {
  const members: TomlMember[] = [];
  let at = skip(text, start + 1, trivia);
  while (text[at] !== ']' && text[at] !== '}') {
    const member = open === '{' ? readPair(text, at) : itemOf(readValue(text, at), members.length);
    members.push(member);
    at = skip(text, member.end, trivia);
    if (text[at] === ',') at = skip(text, at + 1, trivia);
  }
  return { kind: open === '{' ? 'inline' : 'array', start, end: at + 1, members };
}

function itemOf(value: TomlNode, index: number): TomlMember {
  return { keys: [String(index)], value, start: value.start, end: value.end };
}

function stringEnd(text: string, start: number): number {
  return strings.map((pattern) => skip(text, start, pattern)).find((end) => end > start) ?? start;
}

function unquoteKey(quoted: string): string {
  const long = (_: string, hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));
  const body = quoted.slice(1, -1);
  return body.replace(/\\(?:U(\w{8})|u(\w{4})|x(\w{2})|(.))/g, (all, a, b, c, other: string | undefined) =>
    other === undefined
      ? long(all, a ?? b ?? c)
      : other === 'e'
        ? '\u001B'
        : other === '"'
          ? '"'
          : (JSON.parse(`"\\${other}"`) as string),
  );
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
