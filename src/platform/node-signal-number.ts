/** A signal's number on this system: a process that it ended is reported as 128 + this. */
export function signalNumber(signal: NodeJS.Signals): number {
  // Most children end by themselves, and whoever waits for one loads no more than that takes.
  return process.getBuiltinModule('node:os').constants.signals[signal];
}
