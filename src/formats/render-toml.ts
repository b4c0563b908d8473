import { isObject, type JsonObject, type JsonValue } from './json-value.ts';

/** A value on one line; undefined for what TOML cannot say: null. */
export function renderTomlValue(value: JsonValue | bigint): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return renderNumber(value);
  if (typeof value === 'boolean') return String(value);
  const isTable = isObject(value);
  const parts = Object.entries(value).map(([key, child]) => {
    const rendered = renderTomlValue(child as JsonValue);
    return rendered === undefined ? undefined : isTable ? `${renderTomlKey(key)} = ${rendered}` : rendered;
  });
  if (parts.includes(undefined)) return undefined;
  if (parts.length === 0) return isTable ? '{}' : '[]';
  return isTable ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`;
}

/** The lines of a table under a header, its tables under headers of their own behind it. */
export function renderTomlTable(header: string, table: JsonObject): string[] {
  const entries = Object.entries(table);
  const own = entries
    .filter(([, value]) => !isObject(value))
    .map(([key, value]) => `${renderTomlKey(key)} = ${renderTomlValue(value)}`);
  const inner = entries.flatMap(([key, value]) =>
    isObject(value) ? ['', ...renderTomlTable(`${header.slice(0, -1)}.${renderTomlKey(key)}]`, value)] : [],
  );
  return header.startsWith('[[')
    ? [header, ...entries.map(([key, value]) => `${renderTomlKey(key)} = ${renderTomlValue(value)}`)]
    : [header, ...own, ...inner];
}

export function renderTomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quote(key);
}

/** JSON's escapes are TOML's, but for DEL, which TOML wants escaped. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', '\\u007F');
}

function renderNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value);
}
