import { sha256 } from '../platform/index.ts';

/**
 * What of a value of a file counts for anybody of ours; the rest is the tool's own business, and may be any other the
 * next time.
 */
export type Counting =
  /** All of it. */
  | 'whole'
  | 'nothing'
  /** That there is one: a text or a number may be any other. */
  | 'presence'
  /** Of an object: what its members say, by a pattern of their keys; and whether what fits none counts whole, or not. */
  | { readonly others: 'whole' | 'nothing'; readonly members: Readonly<Record<string, Counting>> };

/**
 * Tells what counts of a document from anything else. undefined: it is none that a program wrote by JSON.stringify, so
 * that nothing of it is certain but what a strict reading finds.
 */
export function countedDigest(text: string, counting: Counting): string | undefined {
  const value = parsed(text);
  return isObject(value) && Object.keys(value).length > 0
    ? sha256(JSON.stringify(counted(value, counting)))
    : undefined;
}

/** Written again it is the same text: no key stands in it twice, no number is longer than numbers are, no byte is damaged. */
function parsed(text: string): unknown {
  // What a damaged byte was read as.
  if (text.includes('\ufffd')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const [line, lines] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
    return [line, lines, `${line}\n`, `${lines}\n`].includes(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Takes away what does not count. What several patterns fit counts whole. */
function counted(value: unknown, counting: Counting): unknown {
  if (counting === 'nothing') return undefined;
  if (counting === 'whole') return value;
  if (counting === 'presence') return typeof value === 'object' ? value : 0;
  if (!isObject(value)) return value;
  const { others, members } = counting;
  const patterns = Object.keys(members);
  for (const key of Object.keys(value)) {
    const [pattern, ...more] = patterns.filter((each) => fits(each, key));
    if (more.length > 0) continue;
    value[key] = counted(value[key], pattern === undefined ? others : (members[pattern] ?? 'whole'));
  }
  return value;
}

/** One `*` may stand in a pattern, for anything. */
function fits(pattern: string, key: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === key;
  return (
    key.length >= pattern.length - 1 &&
    key.startsWith(pattern.slice(0, star)) &&
    key.endsWith(pattern.slice(star + 1))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
