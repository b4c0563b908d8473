import { isTerminal } from './is-terminal.ts';

/**
 * When this process ends, by now or later: Node would abort over a terminal that has gone away meanwhile, and may leave
 * its memory, keys and all, in a core file. Then we end as a hang-up ends a program.
 */
export function heedHangUp(): void {
  const terminals = [0, 1, 2].filter((fd) => isTerminal(fd));
  process.on('exit', () => {
    if (terminals.every((fd) => isTerminal(fd))) return;
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
}
