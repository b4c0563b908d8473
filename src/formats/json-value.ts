/** The same shape as the registry's: this folder knows no registry. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

/** The formats whose text becomes a value here. */
export type DocumentFormat = 'json' | 'jsonc' | 'toml' | 'dotenv';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Sets an own property, also `__proto__`, which a plain assignment would turn into the prototype. */
export function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Equal as values: the order of keys, and how a number was spelled, say nothing. */
export function isEqualValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqualValue(item, b[index]))
    );
  }
  if (a instanceof Date) return b instanceof Date && String(a.toJSON()) === String(b.toJSON());
  if (isObject(a)) {
    const keys = Object.keys(a);
    return (
      isObject(b) &&
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isEqualValue(a[key], b[key]))
    );
  }
  return Number.isNaN(a) && Number.isNaN(b);
}
