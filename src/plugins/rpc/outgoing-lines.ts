import type { Transport } from './transport.ts';

export interface OutgoingLines {
  /** Whether there was room for it. */
  readonly send: (line: string) => boolean;
  /** The transport has room again. */
  readonly drained: () => void;
}

/** Lines on their way: one write for all that is sent in one tick, and never more than `mostBytes` that wait. */
export function outgoingLines(transport: Pick<Transport, 'write'>, mostBytes: number): OutgoingLines {
  let waiting = '';
  let waitingBytes = 0;
  let writtenBytes = 0;
  let isBlocked = false;
  let isScheduled = false;

  const flush = () => {
    isScheduled = false;
    if (isBlocked || waiting === '') return;
    const text = waiting;
    writtenBytes = waitingBytes;
    waiting = '';
    waitingBytes = 0;
    isBlocked = !transport.write(text);
    if (!isBlocked) writtenBytes = 0;
  };
  return {
    send: (line) => {
      const bytes = Buffer.byteLength(line) + 1;
      if (waitingBytes + writtenBytes + bytes > mostBytes) return false;
      waiting += `${line}\n`;
      waitingBytes += bytes;
      if (!isScheduled && !isBlocked) {
        isScheduled = true;
        queueMicrotask(flush);
      }
      return true;
    },
    drained: () => {
      isBlocked = false;
      writtenBytes = 0;
      flush();
    },
  };
}
