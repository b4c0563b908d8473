import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Host } from '../platform/index.ts';
import { cameWithin } from './came-within.ts';
import { leaderOptions, type ProcessGroup, processGroup } from './process-group.ts';
import { type ProgramStart, startProgram } from './start-program.ts';

export interface PipedLimits {
  /** Bytes of the end of stderr that are kept. */
  readonly stderrBytes: number;
  /** Milliseconds between the end of its stdin, SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** What it leaves behind is let be until `close`: somebody looks for it. */
  readonly isWatched?: boolean;
}

/** How it came that nothing more will be heard. */
export interface PipedEnd {
  /** null: ended by a signal, or not ended. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** It has closed its stdout, and goes on. */
  readonly isRunning: boolean;
}

export interface PipedListener {
  readonly data: (chunk: Buffer) => void;
  /** All that was written is taken, after `write` answered false. */
  readonly drain: () => void;
  /** Told once; nothing comes after it. If it has ended, what it started is ended, too. */
  readonly end: (how: PipedEnd) => void;
}

/** A program in the background, talked with over its stdin and stdout for as long as we want. */
export interface PipedProgram {
  readonly listen: (listener: PipedListener) => void;
  /** Whether more may be written before `drain`. To one that has ended it is nothing, and no failure. */
  readonly write: (data: string | Uint8Array) => boolean;
  /** Whether our process stays for it. It starts as needed; one that isn't ends when we do. */
  readonly keepAlive: (isNeeded: boolean) => void;
  /** Nothing more will be written: whether it then ends is its own affair, until `close`. */
  readonly endInput: () => void;
  /** Whether neither it nor anything of its group goes on. (On Windows only it can be asked for.) */
  readonly isGone: () => boolean;
  /** The end of what it wrote on stderr. */
  readonly stderr: () => Buffer;
  /** Ends it and all of its group: the end of stdin, SIGTERM, SIGKILL. Resolves when that is done. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a program with three pipes, in a process group of its own (on Windows: with all it starts). The group ends
 * with us; where we are killed, its stdin ends.
 * @throws ToolsError PROGRAM_NOT_FOUND (127), CANNOT_START (126), ARGUMENT_REFUSED.
 */
export async function startPiped(
  host: Host,
  start: ProgramStart,
  limits: PipedLimits,
): Promise<PipedProgram> {
  let started: ChildProcess | undefined;
  const group = processGroup(host, () => started, limits.graceMs);
  try {
    const child = (await startProgram(host, start, {
      ...leaderOptions(host),
      stdio: ['pipe', 'pipe', 'pipe'],
    })) as PipedProcess;
    started = child;
    return pipedProgram(child, group, limits);
  } catch (error) {
    group.release();
    throw error;
  }
}

type PipedProcess = ChildProcess & {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
};

function pipedProgram(
  child: PipedProcess,
  group: ProcessGroup,
  { stderrBytes, graceMs, isWatched = false }: PipedLimits,
): PipedProgram {
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
  });
  // What is written to one that doesn't read, or no more, is lost; its end is told by `end`.
  child.stdin.on('error', () => {});
  child.on('error', () => {});
  const stderr = tailOf(child.stderr, stderrBytes);
  const end = endOf(child);
  let closing: Promise<void> | undefined;
  const closeOnce = () => {
    closing ??= close(child, group, exited, graceMs);
    return closing;
  };
  // What it leaves behind goes with it, and a signal that waits for its end to end us waits no longer.
  void end.then(({ isRunning }) => {
    if (!isRunning && !isWatched) void closeOnce();
  });
  return {
    listen: (listener) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (!closing) listener.data(chunk);
      });
      child.stdin.on('drain', listener.drain);
      void end.then(listener.end);
    },
    write: (data) => !child.stdin.writable || child.stdin.write(data),
    keepAlive: (isNeeded) => keepAlive(child, isNeeded || closing !== undefined),
    endInput: () => child.stdin.end(),
    isGone: group.isGone,
    stderr,
    close: closeOnce,
  };
}

function tailOf(stream: Readable, bytes: number): () => Buffer {
  let tail: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-bytes)]).subarray(-bytes);
  });
  return () => tail;
}

/** Milliseconds between the end of a program and that of its stdout, in either order. */
const settling = 200;

function endOf(child: PipedProcess): Promise<PipedEnd> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const isEnded = () => child.exitCode !== null || child.signalCode !== null;
    const tell = () => {
      clearTimeout(timer);
      resolve({ code: child.exitCode, signal: child.signalCode, isRunning: !isEnded() });
    };
    const half = () => {
      if (isEnded() && child.stdout.closed) tell();
      // Something of its own may hold the stream open; and who closes it may go on. Who waits for a call has a timer.
      else timer ??= setTimeout(tell, settling).unref();
    };
    child.on('exit', half);
    child.stdout.on('error', () => {});
    child.stdout.on('close', half);
  });
}

function keepAlive(child: PipedProcess, isNeeded: boolean): void {
  // Its pipes are sockets.
  const handles = [child, child.stdin, child.stdout, child.stderr] as unknown as readonly NodeJS.RefCounted[];
  for (const handle of handles) {
    if (isNeeded) handle.ref();
    else handle.unref();
  }
}

async function close(
  child: PipedProcess,
  group: ProcessGroup,
  exited: Promise<void>,
  graceMs: number,
): Promise<void> {
  keepAlive(child, true);
  // It may still write; nobody listens.
  child.stdout.resume();
  child.stdin.end();
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  if (!isOver()) await cameWithin(exited, graceMs);
  if (!group.isGone()) {
    group.end();
    // Killed after its patience; what even that doesn't end in time is the system's.
    for (let waited = 0; waited < 2 * graceMs && !group.isGone(); waited += step) await passing(step);
  }
  group.release();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  keepAlive(child, false);
}

const step = 10;

function passing(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
