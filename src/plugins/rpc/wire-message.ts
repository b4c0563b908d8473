/** A call as a line. Most of it is the same in every one: put together, it is made in half the time. */
export function callLine(id: number, method: string, params: object | undefined): string {
  const begin = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)}`;
  return params === undefined ? `${begin}}` : `${begin},"params":${JSON.stringify(params)}}`;
}

/** What a line of the other side may be. Whatever it holds has not been looked at yet. */
export interface RawMessage {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** undefined: it is no message. */
export function wireMessage(line: string): RawMessage | undefined {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const message = value as RawMessage;
  if (message.method !== undefined) return typeof message.method === 'string' ? message : undefined;
  return message.result !== undefined || message.error !== undefined ? message : undefined;
}

/** Of an error of the other side: what JSON-RPC says it is. */
export interface RemoteError {
  readonly code: number;
  readonly message: string;
}

export function isRemoteError(error: unknown): error is RemoteError {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return Number.isInteger(code) && typeof message === 'string';
}

/** What some runtimes write before the first letter of any output. */
const byteOrderMark = '\uFEFF';

function parsed(line: string): unknown {
  try {
    return JSON.parse(line.startsWith(byteOrderMark) ? line.slice(1) : line);
  } catch {
    return undefined;
  }
}
