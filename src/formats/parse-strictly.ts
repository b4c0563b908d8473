import { ToolsError } from '../errors/index.ts';
import { countMembers } from './json-list.ts';
import { parseJson, parseJsonTree } from './json-tree.ts';
import { isObject, type JsonValue } from './json-value.ts';
import type { EditableFormat } from './set-pointer.ts';
import { parseToml, type TomlData } from './toml-values.ts';

/** What a document holds, TOML's dates and long integers as they are. */
export type DocumentValue =
  | JsonValue
  | TomlData
  | readonly DocumentValue[]
  | { readonly [key: string]: DocumentValue };
export type DocumentObject = { readonly [key: string]: DocumentValue };

/**
 * The value of a document that something will be concluded from: an object, not empty text, and no key twice
 * at any depth, because which of two counts differs from reader to reader.
 * @throws ToolsError DOCUMENT_DAMAGED
 */
export function parseStrictly(text: string, format: EditableFormat, source?: string): DocumentObject {
  const damaged = (problem: string): never => {
    throw new ToolsError('DOCUMENT_DAMAGED', { source, format, offset: 0, problem });
  };
  if (/^\uFEFF?\s*$/.test(text)) return damaged('it is empty');
  if (format === 'toml') return parseToml(text, source);
  const value = parseJson(text, format, source);
  if (!isObject(value)) return damaged('it is not an object');
  if (membersWritten(text, format) !== membersIn(value)) return damaged('a key is there twice');
  return value;
}

function membersWritten(text: string, format: 'json' | 'jsonc'): number {
  if (format === 'json') return countMembers(text);
  const nodes = [parseJsonTree(text, format)];
  let count = 0;
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.type === 'property') count += 1;
    nodes.push(...(node.children ?? []));
  }
  return count;
}

function membersIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : children.length;
  for (const child of children) count += membersIn(child);
  return count;
}
