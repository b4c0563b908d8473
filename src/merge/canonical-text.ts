import { type DocumentValue, isObject } from '../formats/index.ts';

/** The same text for equal values: neither the order of keys nor the spelling of a number is in it. */
export function canonicalText(value: DocumentValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return `@${String(value.toJSON())}`;
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `,${canonicalText(item)}`;
    return `[${text.slice(1)}]`;
  }
  if (!isObject(value)) return String(value);
  for (const key of Object.keys(value).sort())
    text += `,${JSON.stringify(key)}:${canonicalText(value[key] as DocumentValue)}`;
  return `{${text.slice(1)}}`;
}

/** Whether a format has a way to write the value that we know. */
export function isWritable(value: DocumentValue, format: 'json' | 'jsonc' | 'toml' | 'text'): boolean {
  if (value === null) return format !== 'toml';
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'bigint') return format === 'toml';
  // Its text may say more than its value: fractions of a millisecond.
  if (value instanceof Date) return false;
  if (typeof value !== 'object') return true;
  const children: readonly DocumentValue[] = Array.isArray(value) ? value : Object.values(value);
  return children.every((child) => isWritable(child, format));
}
