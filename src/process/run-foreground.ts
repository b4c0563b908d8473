import type { ChildProcess } from 'node:child_process';
import { type QuickHost, signalNumber } from '../platform/index.ts';
import { followStops } from './follow-stops.ts';
import { forwardSignals, type TerminalSignals } from './foreground-signals.ts';
import { withFormerLimit } from './former-limit.ts';
import { type ProgramStart, startProgram } from './start-program.ts';
import { canSurelyStart } from './startable.ts';

export interface ForegroundOptions {
  readonly terminalSignals?: TerminalSignals;
  /** What it says on stdout goes to our stderr: stdout is for an answer of ours. */
  readonly stdoutOnStderr?: boolean;
  /** Whether the system itself will start the program, where that is known. */
  readonly isSure?: boolean;
  /** Told the process id of the program once it runs; must not fail. */
  readonly started?: (pid: number) => void;
}

/**
 * Runs a program as if the caller's shell had: our terminal, our streams (not a byte of which we touch), our
 * process group. Signals that end us go to the child, and we end as it does.
 * @returns its exit code, or 128 + the number of the signal that ended it.
 * @throws ToolsError PROGRAM_NOT_FOUND (127), CANNOT_START (126), ARGUMENT_REFUSED.
 */
export async function runForeground(
  host: QuickHost,
  start: ProgramStart,
  { terminalSignals = 'leave', stdoutOnStderr = false, isSure, started }: ForegroundOptions = {},
): Promise<number> {
  let child: ChildProcess | undefined;
  // Before the start: from the first moment there is a child, nothing may end or stop us alone.
  const undoSignals = forwardSignals(host, () => child, terminalSignals);
  const undoStops = followStops(host, () => child);
  try {
    child = await startProgram(
      host,
      withFormerLimit(host, start, () => isSure ?? canSurelyStart(host, start.file)),
      {
        stdio: ['inherit', stdoutOnStderr ? 2 : 'inherit', 'inherit'],
      },
    );
    if (child.pid !== undefined) started?.(child.pid);
    const [code, signal] = await endOf(child);
    return code ?? 128 + (signal ? signalNumber(signal) : 0);
  } finally {
    undoStops();
    undoSignals();
  }
}

function endOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
  // A signal that we may not send, for it runs as another user by now: whoever sent it could not have done so either.
  child.on('error', () => {});
  return new Promise((resolve) => child.once('exit', (...ended) => resolve(ended)));
}
