/**
 * A call as a line. Most of it is the same in every one: put together, it is made in half the time.
 * @param method a name of the wire, which holds nothing to be escaped
 */
export function callLine(id: number, method: string, params: object | undefined): string {
  const begin = `{"jsonrpc":"2.0","id":${id},"method":"${method}"`;
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
  const value = usualAnswer(line) ?? parsed(line.startsWith(byteOrderMark) ? line.slice(1) : line);
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

/** How most answers begin, and go on after their id. */
const usualBegin = '{"jsonrpc":"2.0","id":';
const usualMiddle = ',"result":';
/** Digits that are a whole number, whichever they are. */
const mostDigits = 15;

/**
 * An answer that is spelled as most are: only its result is parsed. What stands between is one JSON value, or it is none
 * of these, so that no line means something else here than in full. undefined: it may be any message, or noise.
 */
function usualAnswer(line: string): RawMessage | undefined {
  if (!line.startsWith(usualBegin) || !line.endsWith('}')) return undefined;
  let id = 0;
  let at = usualBegin.length;
  for (; isDigit(line.charCodeAt(at)); at += 1) id = id * 10 + line.charCodeAt(at) - zero;
  const digits = at - usualBegin.length;
  if (id === 0 || digits > mostDigits || line.charCodeAt(usualBegin.length) === zero) return undefined;
  if (!line.startsWith(usualMiddle, at)) return undefined;
  const result = parsed(line.slice(at + usualMiddle.length, -1));
  return result === undefined ? undefined : { jsonrpc: '2.0', id, result };
}

const zero = 48;

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
