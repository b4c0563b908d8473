import { isatty } from 'node:tty';

/** Whether a stream of ours is a terminal now: one that has hung up is none any more. */
export function isTerminal(fd: number): boolean {
  return isatty(fd);
}
