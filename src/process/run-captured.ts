import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Host } from '../platform/index.ts';
import { cameWithin } from './came-within.ts';
import { leaderOptions, patience, processGroup } from './process-group.ts';
import { type ProgramStart, startProgram } from './start-program.ts';

export interface CapturedStart extends ProgramStart {
  /** For its stdin, which is closed without it. */
  readonly input?: string | Uint8Array;
}

export interface CaptureLimits {
  readonly timeoutMs: number;
  /** Of stdout and stderr together. */
  readonly maxBytes: number;
}

export interface Captured {
  /** null: ended by a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was ended by us because it took too long. */
  readonly timedOut: boolean;
  /** It was ended by us because it wrote too much; what is here is the beginning. */
  readonly truncated: boolean;
}

/** Milliseconds that something which outlives the program may still write to its streams. */
const lingering = 500;

/**
 * Runs a program in the background, in a process group of its own (on Windows: with all it starts). The whole group
 * is ended when a limit is reached, when something keeps the program's streams open after its end, and when we end.
 * @throws ToolsError PROGRAM_NOT_FOUND (127), CANNOT_START (126), ARGUMENT_REFUSED.
 */
export async function runCaptured(
  host: Host,
  start: CapturedStart,
  limits: CaptureLimits,
): Promise<Captured> {
  const stdin = start.input === undefined ? 'ignore' : 'pipe';
  let started: ChildProcess | undefined;
  const group = processGroup(host, () => started);
  let timedOut = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    const child = await startProgram(host, start, {
      ...leaderOptions(host),
      stdio: [stdin, 'pipe', 'pipe'],
    });
    started = child;
    timer = setTimeout(() => {
      timedOut = true;
      group.end();
    }, limits.timeoutMs);
    const closed = once(child, 'close');
    const output = collect(child, limits.maxBytes, group.end);
    feed(child, start.input);
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (!(await cameWithin(closed, lingering))) group.end();
    if (!(await cameWithin(closed, lingering + patience))) destroyStreams(child);
    return { code, signal, ...output(), timedOut };
  } finally {
    clearTimeout(timer);
    group.release();
  }
}

function collect(child: ChildProcess, maxBytes: number, tooMuch: () => void) {
  let size = 0;
  const gather = (stream: Readable | null) => {
    const chunks: Buffer[] = [];
    stream?.on('data', (chunk: Buffer) => {
      const room = Math.max(0, maxBytes - size);
      size += chunk.length;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      if (size > maxBytes) tooMuch();
    });
    return () => Buffer.concat(chunks).toString('utf8');
  };
  const stdout = gather(child.stdout);
  const stderr = gather(child.stderr);
  return () => ({ stdout: stdout(), stderr: stderr(), truncated: size > maxBytes });
}

function feed(child: ChildProcess, input: string | Uint8Array | undefined): void {
  // A program that does not read to the end is no failure of ours.
  child.stdin?.on('error', () => {});
  if (input !== undefined) child.stdin?.end(input);
}

function destroyStreams(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}
