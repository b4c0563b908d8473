import { shown } from './shown.ts';

/** What came of a call. `none`: no answer that counts, and why. */
export type Reply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: unknown; readonly message: unknown }
  | { readonly kind: 'none'; readonly why: string };

/** A line of a plugin's stdout, read by the letter: nothing is taken for what it was perhaps meant to be. */
export type WireMessage =
  | { readonly kind: 'noise' }
  /** A call or a notification of the plugin's own. */
  | { readonly kind: 'call' }
  | { readonly kind: 'reply'; readonly id: unknown; readonly reply: Reply };

export function readMessage(line: string): WireMessage {
  const message = parsed(line);
  if (message === undefined) return { kind: 'noise' };
  if (typeof message.method === 'string') return { kind: 'call' };
  if (!('id' in message) && !('result' in message) && !('error' in message)) return { kind: 'noise' };
  return { kind: 'reply', id: message.id, reply: replyOf(message) };
}

type Fields = Readonly<Record<string, unknown>>;

function replyOf(message: Fields): Reply {
  if (message.jsonrpc !== '2.0') return { kind: 'none', why: 'its answer lacks "jsonrpc":"2.0"' };
  const { error, result } = message;
  if (error !== undefined && error !== null) {
    const { code, message: text } = isFields(error) ? error : ({} as Fields);
    if (Number.isInteger(code) && typeof text === 'string') return { kind: 'error', code, message: text };
    return { kind: 'none', why: `its error is ${shown(error)}: it needs an integer code and a message` };
  }
  if (result === undefined || result === null)
    return { kind: 'none', why: 'its answer has neither a result nor an error: null counts as none' };
  return { kind: 'result', result };
}

function parsed(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
