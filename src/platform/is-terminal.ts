import { fstatSync, statSync } from 'node:fs';

/** Whether a stream of ours is a terminal now: one that has hung up is none any more. */
export function isTerminal(fd: number): boolean {
  return isDevice(fd) && process.getBuiltinModule('node:tty').isatty(fd);
}

/** How wide the terminal under stdout is, 80 where it does not say; undefined: stdout is none. */
export function columnsOfStdout(): number | undefined {
  return isTerminal(1) ? (process.stdout.columns ?? 80) : undefined;
}

/** Files, pipes and what swallows all are told without node:tty, which brings net and streams into every start. */
function isDevice(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
  } catch {
    return false;
  }
}
