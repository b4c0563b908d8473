import { readSync, writeSync } from 'node:fs';
import type { Peer } from './peer.ts';
import { printToStderr } from './print-to-stderr.ts';

/** Whoever started this process. */
export function processPeer(): Peer {
  printToStderr();
  return { read, write, leave: () => process.exit() };
}

/** Streams take as long to load as all of the rest: a host that only wants the description is answered before. */
async function read(take: (chunk: Uint8Array) => void, isIdle: () => boolean): Promise<void> {
  const room = Buffer.allocUnsafe(65_536);
  try {
    while (isIdle()) {
      const size = readSync(0, room);
      if (size === 0) return;
      take(room.subarray(0, size));
    }
  } catch (failure) {
    // `EOF` is how Windows says that the other side has closed its end.
    if (codeOf(failure) === 'EOF') return;
  }
  try {
    for await (const chunk of process.stdin) take(chunk);
  } catch {
    // A stdin that can't be read is one that has ended.
  }
}

function write(line: string): void {
  let rest = Buffer.from(line);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (failure) {
      // Nobody reads any more.
      if (codeOf(failure) !== 'EAGAIN') process.exit();
      waitMillisecond();
    }
  }
}

function waitMillisecond(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

function codeOf(failure: unknown): unknown {
  return (failure as { readonly code?: unknown }).code;
}
