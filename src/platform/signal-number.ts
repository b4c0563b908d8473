import { constants } from 'node:os';

/** A signal's number on this system: a process that it ended is reported as 128 + this. */
export function signalNumber(signal: NodeJS.Signals): number {
  return constants.signals[signal];
}
