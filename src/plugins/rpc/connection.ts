import type { WirePeer } from '../../errors/index.ts';
import { type CancelParams, methodNotFound, type wireLimits, wireMethods } from '../contract/index.ts';
import { lineFraming } from './line-framing.ts';
import { type Noise, noiseClause, noiseLog } from './noise-log.ts';
import { outgoingLines } from './outgoing-lines.ts';
import { pendingCalls } from './pending-calls.ts';
import { takeAnswer } from './take-answer.ts';
import type { Transport } from './transport.ts';
import { cancelled, endClause, timeoutClause, unreachable } from './wire-failure.ts';
import { callLine, type RawMessage, wireMessage } from './wire-message.ts';

export type WireLimits = { readonly [Limit in keyof typeof wireLimits]: number };

export interface CallBounds {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Calls to the other side of a transport. Whatever happens there, every call settles, once. */
export interface Connection {
  /**
   * @throws ToolsError PLUGIN_UNREACHABLE (no answer in time, or ever), PLUGIN_CALL_FAILED, PLUGIN_METHOD_ABSENT,
   * PLUGIN_ANSWER_MALFORMED, PLUGIN_CALL_CANCELLED
   */
  readonly call: (method: string, params: object | undefined, bounds: CallBounds) => Promise<unknown>;
  /** Calls that wait for their answers. */
  readonly waiting: () => number;
  /** Answers to calls that nobody waits for any more. */
  readonly late: () => number;
  readonly noise: () => Noise;
  /** Resolves with the reason when nothing more will come: it ended, was given up, or was closed. */
  readonly ended: Promise<string>;
  /** Resolves when no call waits. */
  readonly quiet: () => Promise<void>;
  /** Ends the other side; calls that still wait fail. */
  readonly close: () => Promise<void>;
}

export function connect(transport: Transport, limits: WireLimits, peer: WirePeer): Connection {
  const noise = noiseLog(limits.noiseLines, () => {
    end(`it wrote ${noiseClause(noise.noise())}`);
    void transport.close();
  });
  const lines = outgoingLines(transport, limits.pendingBytes);
  const quieted: (() => void)[] = [];
  const pending = pendingCalls(
    (id) => giveUp(id, 'timeout'),
    () => {
      for (const tell of quieted.splice(0)) tell();
    },
  );
  let lastId = 0;
  let late = 0;
  let over: string | undefined;
  let tellEnd: (why: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve;
  });

  const end = (why: string) => {
    if (over !== undefined) return;
    over = why;
    for (const { method, reject } of pending.takeAll()) reject(unreachable(peer, method, why));
    tellEnd(why);
  };
  const giveUp = (id: number, reason: CancelParams['reason']) => {
    const call = pending.take(id);
    if (!call) return;
    lines.send(JSON.stringify({ jsonrpc: '2.0', method: wireMethods.cancel, params: { id, reason } }));
    const { method, limitMs, reject } = call;
    if (reason === 'cancelled') reject(cancelled(peer, method));
    else reject(unreachable(peer, method, timeoutClause(limitMs, noise.noise())));
  };
  const onLine = (line: string) => {
    if (over !== undefined) return;
    const message = wireMessage(line);
    if (!message) noise.add(line);
    else if (message.method === undefined) onAnswer(message, line);
    // A notification asks for nothing.
    else if ('id' in message) lines.send(refusalLine(message));
  };
  const onAnswer = (answer: RawMessage, line: string) => {
    const taken = takeAnswer(answer, pending, lastId, peer);
    if (taken === 'late') late += 1;
    if (taken === 'noise') noise.add(line);
  };
  const onNoise = (start: Buffer) => {
    if (over === undefined) noise.add(start);
  };

  const framing = lineFraming(limits.lineBytes, { line: onLine, noise: (_problem, start) => onNoise(start) });
  transport.listen({
    data: (chunk) => {
      if (over === undefined) framing.push(chunk);
    },
    drain: lines.drained,
    end: (how) => {
      framing.end();
      end(endClause(how, transport.stderr(), noise.noise()));
    },
  });
  // Our process stays for a call, and not for a plugin.
  transport.keepAlive(false);

  return {
    call: (method, params, { timeoutMs, signal }) =>
      new Promise((resolve, reject) => {
        if (over !== undefined) return reject(unreachable(peer, method, over));
        if (signal?.aborted) return reject(cancelled(peer, method));
        const id = lastId + 1;
        if (!lines.send(callLine(id, method, params)))
          return reject(unreachable(peer, method, 'it does not take what it is sent'));
        lastId = id;
        const settled = signal && onceAborted(signal, () => giveUp(id, 'cancelled'));
        const deadline = performance.now() + timeoutMs;
        pending.add(id, { method, limitMs: timeoutMs, deadline, resolve, reject, settled });
      }),
    waiting: pending.size,
    late: () => late,
    noise: noise.noise,
    ended,
    quiet: () => (pending.size() === 0 ? Promise.resolve() : new Promise((resolve) => quieted.push(resolve))),
    close: () => {
      end('it was closed');
      return transport.close();
    },
  };
}

/** @returns the undo */
function onceAborted(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** Nothing may be asked of us. */
function refusalLine({ id, method }: RawMessage): string {
  const error = { code: methodNotFound, message: `Method not found: ${method}` };
  const given = typeof id === 'string' || Number.isInteger(id) ? id : null;
  return JSON.stringify({ jsonrpc: '2.0', id: given, error });
}
