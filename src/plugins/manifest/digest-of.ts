import { sha256 } from '../../platform/index.ts';
import { compareByCodePoint } from '../../registry/index.ts';

/** SHA-256 in hex of JSON data: the order of keys, and how it was spelled, say nothing. */
export function digestOf(value: unknown): string {
  return sha256(JSON.stringify(value, inOrder));
}

/** Whether two values are the same JSON data, whatever the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keys = Object.keys(value).sort(compareByCodePoint);
  // As pairs: as members of an object, keys that are numbers would come first all the same.
  return { keys, values: keys.map((key) => (value as Record<string, unknown>)[key]) };
}
