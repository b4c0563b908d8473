import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { type MarkedProcess, markedProcesses } from '../store/process-marks.ts';
import { listedSessions, runningDaemons } from './at-rest.ts';
import { startedInHome } from './started-in-home.ts';

/** Who lives in a home, and who lived in it since its files were last merged: what the merge asks. */
export interface HomeLiveness {
  /** `live`: nothing may be written into it. `unknown`: it can't be told, as of a process on another machine. */
  readonly state: 'none' | 'live' | 'unknown';
  /**
   * Milliseconds: not later than the start of any process that lives in the home, or died in it and was not yet
   * consumed. Minus infinity: any time. Absent: there is none.
   */
  readonly earliestStart?: number;
  /** A shell is there that can start the tool at any time, and nobody would be told: the home stays dirty. */
  readonly hasShell: boolean;
  /** Who had died when this was asked: for `consumeDeadMarks`, when all files of the home were merged after it. */
  readonly dead: readonly MarkedProcess[];
}

/**
 * To be asked BEFORE the home's files are read. Counted are the marks of launches (of the dead too, until they are
 * consumed), the shells that were given the account's environment, what the tool lists as its own sessions, its
 * daemons, and what the system knows to run in the home. A launch's own process does not hold itself back.
 */
export function livenessOf(ctx: AccountsContext, tool: AITool, account: StoredAccount): HomeLiveness {
  const marks = markedProcesses(ctx, account);
  const shells = marks.filter(({ isShell }) => isShell);
  const launched = marks.filter(({ isShell }) => !isShell);
  const started = shells.length === 0 ? [] : startedInHome(ctx, tool, account);
  const marked = new Set(launched.filter(({ state }) => state !== 'dead').map(({ pid }) => pid));
  const unmarked = [
    ...listedSessions(ctx, tool, account),
    ...runningDaemons(ctx, tool, account).map(({ pid }) => pid),
  ].filter((pid) => !marked.has(pid));
  // Who was started from a shell is not older than the shell's mark.
  const others = started.filter((pid) => !marked.has(pid));

  const starts = [...marks.map(startOf), ...unmarked.map((pid) => estimatedStart(ctx, pid))];
  const isLive = unmarked.length > 0 || others.length > 0 || launched.some((each) => isLiving(ctx, each));
  const isUnknown = launched.some(({ state }) => state === 'unknown') || shells.some(isElsewhere(ctx));
  return {
    state: isLive ? 'live' : isUnknown ? 'unknown' : 'none',
    ...(starts.length > 0 && { earliestStart: Math.min(...starts) }),
    hasShell: shells.some(({ state }) => state !== 'dead'),
    dead: marks.filter(({ state, isShell }) => state === 'dead' && !(isShell && others.length > 0)),
  };
}

/** A mark of this very process stands for a child of ours: one that is not started yet, or has ended. */
function isLiving({ host }: AccountsContext, { state, pid }: MarkedProcess): boolean {
  return state === 'alive' && pid !== host.processes.self.pid;
}

function isElsewhere({ host }: AccountsContext): (shell: MarkedProcess) => boolean {
  return ({ state, machine }) => state === 'unknown' && machine !== host.processes.self.machine;
}

function startOf({ since }: MarkedProcess): number {
  const time = since === null ? Number.NaN : Date.parse(since);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

function estimatedStart({ host }: AccountsContext, pid: number): number {
  const start = host.processes.startTimeOf(pid);
  return start === undefined ? Number.NEGATIVE_INFINITY : start.getTime() - inaccuracy;
}

/** Milliseconds: what the system says of a start is not exact. */
const inaccuracy = 1000;
