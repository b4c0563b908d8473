import { type ChildProcess, type SpawnOptions, spawnSync } from 'node:child_process';
import process from 'node:process';
import { errnoOf, type Host } from '../platform/index.ts';
import { onSignals } from './on-signals.ts';
import { readVariable } from './read-variable.ts';

export interface ProcessGroup {
  /** Asks every process of the group to end, and makes them after its patience. Asking again does nothing. */
  readonly end: () => void;
  /** Whether none of its processes is left. (On Windows only the leader can be asked for.) */
  readonly isGone: () => boolean;
  /** Our interest in the group is over; if it was asked to end, it still must. */
  readonly release: () => void;
}

/** Milliseconds between asking and making. */
export const patience = 1000;

/** How a program is started that is to lead a group. */
export function leaderOptions(host: Host): Pick<SpawnOptions, 'detached' | 'windowsHide'> {
  // On Windows that would take its console away, and each console program it starts would open a window.
  return { detached: host.platform !== 'win32', windowsHide: true };
}

/**
 * The group that a detached child leads. It ends with us: the terminal's signals don't reach it. Asked for before
 * the child is started, so that there is no moment in which we could end without it.
 */
export function processGroup(
  host: Host,
  leader: () => ChildProcess | undefined,
  milliseconds = patience,
): ProcessGroup {
  const kill = (signal: NodeJS.Signals) => killGroup(host, leader()?.pid, signal);
  const undo = endWithUs(kill);
  let timer: NodeJS.Timeout | undefined;
  return {
    end: () => {
      if (timer) return;
      kill('SIGTERM');
      timer = setTimeout(() => {
        kill('SIGKILL');
        undo();
      }, milliseconds);
    },
    isGone: () => isGone(host, leader()),
    release: () => {
      if (timer && !isGone(host, leader())) return void timer.unref();
      clearTimeout(timer);
      undo();
    },
  };
}

function killGroup(host: Host, pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (host.platform === 'win32') {
    const system = readVariable('win32', host.env, 'SystemRoot') ?? 'C:\\Windows';
    spawnSync(host.path.join(system, 'System32', 'taskkill.exe'), ['/pid', String(pid), '/t', '/f']);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}

function isGone(host: Host, leader: ChildProcess | undefined): boolean {
  if (leader?.pid === undefined) return true;
  if (host.platform === 'win32') return leader.exitCode !== null || leader.signalCode !== null;
  try {
    return !process.kill(-leader.pid, 0);
  } catch (error) {
    return errnoOf(error) === 'ESRCH';
  }
}

type Kill = (signal: NodeJS.Signals) => void;
const groups = new Set<Kill>();
let undoListening: (() => void) | undefined;

function endWithUs(kill: Kill): () => void {
  groups.add(kill);
  undoListening ??= listen();
  return () => {
    groups.delete(kill);
    if (groups.size > 0) return;
    undoListening?.();
    undoListening = undefined;
  };
}

function listen(): () => void {
  let deadline: NodeJS.Timeout | undefined;
  let ending: NodeJS.Signals | undefined;
  const killAll = (signal: NodeJS.Signals) => {
    for (const kill of groups) kill(signal);
  };
  const onExit = () => killAll('SIGKILL');
  const undo = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'], (signal) => {
    killAll('SIGTERM');
    // Alone in listening, we owe the caller the end that the system would have made of us.
    if (ending !== undefined || process.listenerCount(signal) > 1) return;
    ending = signal;
    deadline = setTimeout(killAll, patience, 'SIGKILL');
  });
  process.on('exit', onExit);
  return () => {
    clearTimeout(deadline);
    undo();
    process.removeListener('exit', onExit);
    if (ending) process.kill(process.pid, ending);
  };
}
