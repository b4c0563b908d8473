import { ToolsError } from '../errors/index.ts';
import { isObject, type JsonValue, parseDocument, parseStrictly, readPointers } from '../formats/index.ts';
import { looksLikeCredential } from '../merge/index.ts';
import { errnoOf, type Host } from '../platform/index.ts';
import { type FileFormat, saysSecret } from '../registry/index.ts';
import type { StoreFile } from './store-files.ts';

/** A file that nobody would keep a login in. */
const mostBytes = 64 * 1024 * 1024;
/** No credential is longer, and no shorter one is told from a word. */
const lengths = { min: 8, max: 8192 };

export type Content =
  | { readonly state: 'absent' }
  | { readonly state: 'gap'; readonly why: string }
  | { readonly state: 'document'; readonly value: JsonValue }
  /** It has no keys that we know of. */
  | { readonly state: 'whole'; readonly bytes: Buffer };

/**
 * A file as far as it can be understood; a link is followed, a pipe or a device never opened. `strictly`: one in
 * which a key stands twice is not, because only one of the two would be seen.
 */
export function contentOf(host: Host, path: string, format: FileFormat, how?: 'strictly'): Content {
  try {
    const stats = host.files.stat(path);
    if (!stats) return { state: 'absent' };
    if (!stats.isFile()) return { state: 'gap', why: 'it is not a regular file' };
    if (stats.size > mostBytes) return { state: 'gap', why: `it has more than ${mostBytes >> 20} MiB` };
    const bytes = host.files.readFile(path);
    if (format !== 'json' && format !== 'jsonc' && format !== 'toml' && format !== 'dotenv')
      return { state: 'whole', bytes };
    const text = bytes.toString('utf8');
    if (how === 'strictly' && format !== 'dotenv' && text.trim() !== '') parseStrictly(text, format, path);
    return { state: 'document', value: parseDocument(text, format, path) };
  } catch (error) {
    if (error instanceof ToolsError) return { state: 'gap', why: error.message };
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    return cause === 'ENOENT' || cause === 'ENOTDIR' ? { state: 'absent' } : { state: 'gap', why: cause };
  }
}

/** What a file holds that could log somebody in: values, never to be shown or kept. */
export function credentialsIn(
  content: Content,
  { pointers }: Pick<StoreFile, 'pointers'>,
): readonly string[] {
  if (content.state === 'whole') {
    const text = content.bytes.toString('latin1').trim();
    return text === '' ? [] : [text];
  }
  if (content.state !== 'document') return [];
  const { value } = content;
  const named = pointers
    .flatMap((pointer) => readPointers(value, pointer))
    .flatMap(({ value: at }) => textOf(at));
  return [...new Set([...named, ...secretsBelow(value, '')])];
}

/** Every text of a document, keys included, as a credential would be compared. */
export function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return textOf(value);
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => [...textOf(key), ...textsIn(child)]);
}

/** What of a text that is no document could be a credential. */
export function wordsIn(bytes: Buffer): readonly string[] {
  const text = bytes.toString('utf8');
  return [text.trim(), ...(text.match(/[^\s"'`=,;:<>()[\]{}]{8,}/g) ?? []).flatMap(bare)];
}

/** As it stands, and without what ends a sentence. */
function bare(word: string): readonly string[] {
  const end = word.replace(/[.!?]+$/, '');
  return end === word ? [word] : [word, end];
}

function secretsBelow(value: JsonValue, key: string): readonly string[] {
  if (typeof value === 'string') return isSecret(key, value) ? textOf(value) : [];
  if (Array.isArray(value)) return value.flatMap((item) => secretsBelow(item, key));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => secretsBelow(child, name));
}

function isSecret(key: string, value: string): boolean {
  // The name of a variable, or a place that is filled in later.
  if (value.length > lengths.max || /^\$|^[A-Z][A-Z0-9_]*$/.test(value)) return false;
  return (saysSecret(key) && !/\s/.test(value)) || looksLikeCredential(value);
}

function textOf(value: JsonValue): readonly string[] {
  if (typeof value !== 'string') return [];
  const text = value.trim().replace(/^(?:bearer|basic|token)\s+/i, '');
  return text.length >= lengths.min && text.length <= lengths.max ? [text] : [];
}
