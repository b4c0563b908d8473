import type { ChildProcess } from 'node:child_process';
import type { QuickHost } from '../platform/index.ts';
import { isTerminalsForeground } from './job-state.ts';
import { onSignals } from './on-signals.ts';

/**
 * `leave`: SIGINT and SIGQUIT are left to the terminal while it delivers them to the child as well, and passed
 * on otherwise. `passOn`: always passed on, for a child that may sleep through them.
 */
export type TerminalSignals = 'leave' | 'passOn';

/** Milliseconds that the child has to react to a signal which the whole group may have got. */
const moment = 300;

/** They mean something to the tool alone; left to Node, the first would open a debugger on us. */
const theirs: readonly NodeJS.Signals[] = ['SIGUSR1', 'SIGUSR2'];

/** Nothing that ends us ends us before the child. Returns the undo. */
export function forwardSignals(
  host: QuickHost,
  child: () => ChildProcess | undefined,
  rule: TerminalSignals,
): () => void {
  // A Windows console sends its events to the child too, and there is no other way to send one.
  if (host.platform === 'win32') return onSignals(['SIGINT', 'SIGBREAK', 'SIGHUP'], () => {});
  const timers = new Set<NodeJS.Timeout>();
  const undo = onSignals([...theirs, 'SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'], (signal) => {
    if (theirs.includes(signal)) return void child()?.kill(signal);
    if (signal === 'SIGTERM' || signal === 'SIGHUP') return end(child(), signal);
    if (rule === 'leave' && isTerminalsForeground(host)) return;
    timers.add(setTimeout(() => child()?.kill(signal), moment));
  });
  return () => {
    undo();
    for (const timer of timers) clearTimeout(timer);
  };
}

function end(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  child?.kill(signal);
  // One that is stopped would get it only when somebody continues it.
  child?.kill('SIGCONT');
}
