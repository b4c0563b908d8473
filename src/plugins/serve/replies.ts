import { internalError, wireLimits } from '../contract/index.ts';

/** Without a result there still is one: AIToolKit's host takes null for a damaged answer. */
export function resultReply(id: number, result: unknown): string {
  try {
    const line = lineOf({ id, result: result ?? {} });
    if (new TextEncoder().encode(line).length <= wireLimits.lineBytes) return line;
    return errorReply(id, internalError, `the answer is longer than ${wireLimits.lineBytes} bytes`);
  } catch (failure) {
    return failureReply(id, failure);
  }
}

export function errorReply(id: number, code: number, message: string): string {
  return lineOf({ id, error: { code, message } });
}

/** What went wrong in a handler: its message alone, for where it happened is the author's business. */
export function failureReply(id: number, failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  return errorReply(id, internalError, message.slice(0, 1_000));
}

function lineOf(reply: { readonly id: number; readonly result?: unknown; readonly error?: unknown }): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...reply })}\n`;
}
