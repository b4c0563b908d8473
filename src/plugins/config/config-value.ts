import type { JsonValue } from '../../registry/index.ts';
import type { ConfigField } from './config-field.ts';
import { isOfType, typeWords } from './size-problem.ts';

/**
 * What somebody typed as the value of a field. Lists and maps are typed as JSON; a list may be words with commas
 * between them, too. Whether it keeps the rules of the schema is not asked here.
 */
export function configValueOf(
  { type }: Pick<ConfigField, 'type'>,
  typed: string,
): { readonly value: JsonValue } | { readonly problem: string } {
  const value = type === 'string' ? typed : type === 'array' ? listOf(typed) : jsonOf(typed);
  if (value !== undefined && isOfType(type, value)) return { value };
  const example =
    type === 'array' ? ', such as a,b or ["a","b"]' : type === 'object' ? ', such as {"a":"b"}' : '';
  return { problem: `must be ${typeWords[type]}${example}` };
}

function listOf(typed: string): JsonValue | undefined {
  if (typed.trimStart().startsWith('[')) return jsonOf(typed);
  return typed === '' ? [] : typed.split(',').map((entry) => entry.trim());
}

function jsonOf(typed: string): JsonValue | undefined {
  try {
    return JSON.parse(typed) as JsonValue;
  } catch {
    return undefined;
  }
}
