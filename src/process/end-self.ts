import process from 'node:process';

/** Ends this process as a signal does on which nobody listens. */
export function endBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** Stops the whole job, as Ctrl-Z does; where nobody could continue it, the system lets it go on. */
export function stopJob(): void {
  process.kill(0, 'SIGTSTP');
}
