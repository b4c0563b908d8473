/** What a line of the other side is. Whatever an answer holds has not been looked at yet. */
export type WireMessage =
  | { readonly kind: 'answer'; readonly answer: RawAnswer }
  | { readonly kind: 'request'; readonly id: unknown; readonly method: string }
  | { readonly kind: 'notification' }
  | { readonly kind: 'noise' };

export interface RawAnswer {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export function wireMessage(line: string): WireMessage {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return noise;
  if ('method' in value) return calling(value);
  return 'result' in value || 'error' in value ? { kind: 'answer', answer: value } : noise;
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

const noise: WireMessage = { kind: 'noise' };

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function calling(value: { readonly method?: unknown; readonly id?: unknown }): WireMessage {
  if (typeof value.method !== 'string') return noise;
  return 'id' in value ? { kind: 'request', id: value.id, method: value.method } : { kind: 'notification' };
}
