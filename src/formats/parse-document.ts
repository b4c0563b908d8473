import { ToolsError } from '../errors/index.ts';
import { parseDotenv } from './dotenv.ts';
import { parseJson } from './json-tree.ts';
import { type DocumentFormat, isObject, type JsonValue, setOwn } from './json-value.ts';
import { parseToml, type TomlData } from './toml-values.ts';

/**
 * The value of a document; `{}` for one that is empty. A byte order mark is fine. Keys such as `__proto__`
 * are own data like any other. TOML's dates become strings, and integers beyond 2^53 the nearest number.
 * `source` names the document in the error.
 * @throws ToolsError DOCUMENT_DAMAGED with the offset; never with a piece of the text.
 */
export function parseDocument(text: string, format: DocumentFormat, source?: string): JsonValue {
  if (format === 'dotenv') return parseDotenv(text);
  if (format === 'toml') return toJson(parseToml(text, source));
  return parseJson(text, format, source);
}

/**
 * The text of a document's bytes, so that writing it back gives the same bytes (a mark at its start stays).
 * @throws ToolsError DOCUMENT_DAMAGED when they are not UTF-8.
 */
export function documentText(bytes: Uint8Array, source?: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ToolsError('DOCUMENT_DAMAGED', {
      source,
      format: 'text',
      offset: 0,
      problem: 'it is not UTF-8',
    });
  }
}

function toJson(value: TomlData): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return String(value.toJSON());
  if (Array.isArray(value)) return value.map(toJson);
  if (!isObject(value)) return value as JsonValue;
  const object = {};
  for (const [key, child] of Object.entries(value)) setOwn(object, key, toJson(child as TomlData));
  return object;
}
