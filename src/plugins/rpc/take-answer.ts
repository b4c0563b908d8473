import type { ToolsError, WirePeer } from '../../errors/index.ts';
import type { PendingCalls } from './pending-calls.ts';
import { errorOf, failureOf, malformed } from './wire-failure.ts';
import type { RawMessage } from './wire-message.ts';

/**
 * Gives an answer to the call it is for. `late`: nobody waits for it any more; `noise`: nobody ever asked.
 * An id that can't be read comes before an error, and an error before a result.
 */
export function takeAnswer(
  answer: RawMessage,
  pending: PendingCalls,
  lastId: number,
  peer: WirePeer,
): 'taken' | 'late' | 'noise' {
  const { id } = answer;
  if (Number.isInteger(id)) return takeById(answer, id as number, pending, lastId, peer);
  if (typeof id === 'string') {
    const call = pending.take(Number(id));
    call?.reject(malformed(peer, call.method, stringIdClause(id)));
    return call ? 'taken' : 'noise';
  }
  if ((id !== null && id !== undefined) || pending.size() === 0) return 'noise';
  // It could not tell which call it speaks of: it may be any that waits.
  for (const { method, reject } of pending.takeAll()) reject(failureWithoutId(peer, method, answer));
  return 'taken';
}

function takeById(
  answer: RawMessage,
  id: number,
  pending: PendingCalls,
  lastId: number,
  peer: WirePeer,
): 'taken' | 'late' | 'noise' {
  const call = pending.take(id);
  if (!call) return id > 0 && id <= lastId ? 'late' : 'noise';
  const failure = failureOf(peer, call.method, answer);
  if (failure) call.reject(failure);
  else call.resolve(answer.result);
  return 'taken';
}

function stringIdClause(id: string): string {
  return `it answered id ${JSON.stringify(id)} where ${Number(id)} was asked; an id is the integer that was sent`;
}

function failureWithoutId(peer: WirePeer, method: string, { error }: RawMessage): ToolsError {
  if (error !== undefined && error !== null) return errorOf(peer, method, error);
  return malformed(peer, method, 'it does not say which call it is for, its id is null');
}
