/** A call, or without an id a notification. */
export interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What AIToolKit's plugins take for a message. Anything else is undefined: it gets no reply and does no harm. */
export function parseMessage(line: string): Message | undefined {
  const value = parsedJson(line);
  if (!isRecord(value)) return undefined;
  const { id, method } = value;
  const params = value.params ?? {};
  if (typeof method !== 'string' || !isRecord(params)) return undefined;
  if (id === undefined) return { method, params };
  return typeof id === 'number' && Number.isSafeInteger(id) ? { id, method, params } : undefined;
}

function parsedJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
