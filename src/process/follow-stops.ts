import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import type { QuickHost } from '../platform/index.ts';
import { jobState } from './job-state.ts';
import { onSignals } from './on-signals.ts';

/** Milliseconds after which a stop or a continuation has reached a whole group. */
const settled = 25;

/**
 * Stops when the child stops and not before, so that the shell sees the job as it would without us: a child
 * that handles Ctrl-Z (to tidy the screen, or to stay) is left to do so, one that stops itself gives the
 * terminal back. Where a stopped child can't be told (no /proc), Ctrl-Z stops both of us at once.
 * Returns the undo.
 */
export function followStops(host: QuickHost, child: () => ChildProcess | undefined): () => void {
  if (!jobState(host, process.pid)) return () => {};
  const isStopped = () => jobState(host, child()?.pid ?? 0)?.isStopped ?? false;
  let settling: NodeJS.Timeout | undefined;
  let listening: NodeJS.Timeout | undefined;
  const later = (step: () => void) => {
    clearTimeout(settling);
    settling = setTimeout(step, settled);
  };
  let undoStop = onSignals(['SIGTSTP'], () => {});
  const stopToo = () => {
    if (!isStopped() || !isWatchedByShell(host)) return;
    undoStop();
    // Not SIGSTOP: where nobody could continue us (an orphaned group), the system drops this one.
    process.kill(process.pid, 'SIGTSTP');
    listening = setTimeout(() => {
      undoStop = onSignals(['SIGTSTP'], () => {});
    }, settled);
  };
  const continueToo = () => {
    if (isStopped()) child()?.kill('SIGCONT');
  };
  const undoOthers = [
    onSignals(['SIGCHLD'], () => later(stopToo)),
    onSignals(['SIGCONT'], () => later(continueToo)),
  ];
  return () => {
    clearTimeout(settling);
    clearTimeout(listening);
    for (const undo of [undoStop, ...undoOthers]) undo();
  };
}

/** There is a terminal, and our parent is in another group, as a shell with job control is: it waits for our stop. */
function isWatchedByShell(host: QuickHost): boolean {
  const self = jobState(host, process.pid);
  const parent = self && jobState(host, self.parent);
  return self !== undefined && parent !== undefined && self.foreground > 0 && parent.group !== self.group;
}
