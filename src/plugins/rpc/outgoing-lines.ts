import type { Transport } from './transport.ts';

export interface OutgoingLines {
  /** Whether there was room for it. */
  readonly send: (line: string) => boolean;
  /** The transport has room again. */
  readonly drained: () => void;
}

/**
 * Lines on their way: one write for all that is sent in one tick, and one for each 64 KiB of it, so that the other
 * side has something to do while we make the rest. Never more than `mostBytes` wait; letters are counted for bytes,
 * because to count these takes half as long as to make the line.
 */
export function outgoingLines(transport: Pick<Transport, 'write'>, mostBytes: number): OutgoingLines {
  let waiting = '';
  let written = 0;
  let isBlocked = false;
  let isScheduled = false;

  const flush = () => {
    isScheduled = false;
    if (isBlocked || waiting === '') return;
    const text = waiting;
    waiting = '';
    written = text.length;
    isBlocked = !transport.write(text);
    if (!isBlocked) written = 0;
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(flush);
  };
  return {
    send: (line) => {
      if (written + waiting.length + line.length >= mostBytes) return false;
      waiting += `${line}\n`;
      if (waiting.length >= fullWrite) flush();
      else schedule();
      return true;
    },
    drained: () => {
      isBlocked = false;
      written = 0;
      flush();
    },
  };
}

const fullWrite = 65_536;
