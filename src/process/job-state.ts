import { spawnSync } from 'node:child_process';
import process from 'node:process';
import type { QuickHost } from '../platform/index.ts';

/** Where a process stands in the terminal's job control. */
export interface JobState {
  readonly parent: number;
  readonly group: number;
  /** The group that the terminal's signals go to; -1 without a terminal. */
  readonly foreground: number;
  readonly isStopped: boolean;
}

/** Without starting anything. undefined: there is no such process, or it can't be told here (proc(5)). */
export function jobState(host: QuickHost, pid: number): JobState | undefined {
  if (host.platform !== 'linux') return undefined;
  try {
    const text = host.files.readText(`/proc/${pid}/stat`);
    // The name before it may hold anything, parentheses too.
    const [state, parent, group, , , foreground] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(parent),
      group: Number(group),
      foreground: Number(foreground),
      isStopped: state === 'T',
    };
  } catch {
    return undefined;
  }
}

/** Ctrl-C on the terminal reaches us, and so every process of our group. */
export function isTerminalsForeground(host: QuickHost): boolean {
  // A Windows console tells every process on it.
  if (host.platform === 'win32') return true;
  const state = jobState(host, process.pid) ?? askPs();
  return state !== undefined && state.foreground > 0 && state.foreground === state.group;
}

function askPs(): Pick<JobState, 'group' | 'foreground'> | undefined {
  const { stdout } = spawnSync('/bin/ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], {
    encoding: 'utf8',
  });
  const [group, foreground] = (stdout ?? '').trim().split(/\s+/).map(Number);
  return group && foreground ? { group, foreground } : undefined;
}
