/** A pattern as a tree. What one character must be is left to RegExp, which needs no second try for it. */
export type PatternTree =
  | { readonly kind: 'atom'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'edge'; readonly edge: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly min: number; readonly max: number };

/** Its message says what is wrong with the pattern. */
export class UnsupportedPattern extends Error {}

/** Of a text that RegExp takes with the flag u. @throws UnsupportedPattern */
export function parsePattern(source: string): PatternTree {
  const reader = { source, at: 0, depth: 0 };
  return readChoice(reader);
}

interface PatternReader {
  readonly source: string;
  at: number;
  depth: number;
}

const deepest = 32;

function readChoice(reader: PatternReader): PatternTree {
  const parts = [readSequence(reader)];
  while (take(reader, /\|/y) !== undefined) parts.push(readSequence(reader));
  return { kind: 'choice', parts };
}

function readSequence(reader: PatternReader): PatternTree {
  const parts: PatternTree[] = [];
  while (reader.at < reader.source.length && !/[|)]/.test(reader.source[reader.at] ?? ''))
    parts.push(readRepeat(reader, readPart(reader)));
  return { kind: 'sequence', parts };
}

function readRepeat(reader: PatternReader, part: PatternTree): PatternTree {
  const text = take(reader, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
  if (text === undefined) return part;
  const [min, max] = boundsOf(text);
  return { kind: 'repeat', part, min, max };
}

function boundsOf(text: string): readonly [number, number] {
  if (text.startsWith('*')) return [0, Number.POSITIVE_INFINITY];
  if (text.startsWith('+')) return [1, Number.POSITIVE_INFINITY];
  if (text.startsWith('?')) return [0, 1];
  const [, min = '0', comma, max] = /^\{(\d+)(,?)(\d*)/.exec(text) ?? [];
  if (comma === '') return [Number(min), Number(min)];
  return [Number(min), max === '' ? Number.POSITIVE_INFINITY : Number(max)];
}

function readPart(reader: PatternReader): PatternTree {
  if (take(reader, /\^/y) !== undefined) return { kind: 'edge', edge: 'start' };
  if (take(reader, /\$/y) !== undefined) return { kind: 'edge', edge: 'end' };
  if (take(reader, /\((?!\?)|\(\?:|\(\?<[^=!][^>]*>/y) !== undefined) return readGroup(reader);
  const unsupported = take(reader, /\(\?|\\[bBk1-9]/y);
  if (unsupported !== undefined)
    throw new UnsupportedPattern(
      unsupported.startsWith('(')
        ? 'must not look ahead or behind, or change flags: it could take for ever'
        : 'must have no \\b and no back references: it could take for ever',
    );
  const atom = take(reader, atomPattern);
  if (atom === undefined) throw new UnsupportedPattern('has a part that is not known here');
  const one = new RegExp(`^(?:${atom})$`, 'u');
  return { kind: 'atom', takes: (character) => one.test(character) };
}

/** A class, an escape (two of them where they are halves of one character), or a character that is itself. */
const atomPattern =
  /\[(?:\\[\s\S]|[^\]\\])*\]|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[\s\S])|[^\\]/uy;

function readGroup(reader: PatternReader): PatternTree {
  reader.depth += 1;
  if (reader.depth > deepest) throw new UnsupportedPattern('is nested too deeply');
  const inner = readChoice(reader);
  reader.at += 1;
  reader.depth -= 1;
  return inner;
}

function take(reader: PatternReader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const text = pattern.exec(reader.source)?.[0];
  reader.at += text?.length ?? 0;
  return text;
}
