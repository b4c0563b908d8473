import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { errnoOf } from './errno.ts';
import type { Host } from './host.ts';
import type { ProcessMark, ProcessTable } from './process-table.ts';

export interface ProcessFacts {
  readonly platform: Host['platform'];
  readonly pid: number;
  readonly hostname: string;
}

/** Who runs: so much of a process table as a start asks for. */
export interface ProcessMarks extends Pick<ProcessTable, 'self' | 'markOf' | 'parent'> {
  readonly here: Pick<ProcessMark, 'boot' | 'machine'>;
  /** As of a mark; undefined: no such process. */
  readonly startOf: (pid: number) => string | null | undefined;
}

/**
 * On Linux a process is known by its pid, its start (clock ticks since boot, field 22 of /proc/<pid>/stat), the boot id,
 * and machine id, host name and pid namespace. Elsewhere only the pid can be asked for.
 */
export function processMarks(facts: ProcessFacts): ProcessMarks {
  const here =
    facts.platform === 'linux' ? linuxPlace(facts.hostname) : { boot: '', machine: facts.hostname };
  const startOf = facts.platform === 'linux' ? linuxStart : () => null;

  const markOf = (pid: number): ProcessMark | undefined => {
    const startedAt = startOf(pid);
    const runs = startedAt === null ? exists(pid) : startedAt !== undefined;
    return runs ? { pid, startedAt: startedAt ?? null, ...here } : undefined;
  };
  const self = markOf(facts.pid) ?? { pid: facts.pid, startedAt: null, ...here };
  return { here, startOf, self, markOf, parent: () => markOf(process.ppid) };
}

/** Asked of the file that says it, where there is one: to load what else knows it takes a hundredth of a start. */
export function hostName(platform: Host['platform']): string {
  const name = platform === 'linux' ? readText('/proc/sys/kernel/hostname') : '';
  return name === '' ? process.getBuiltinModule('node:os').hostname() : name;
}

/**
 * This computer since it was started, as far as we see its processes: one that was dead here then is dead now. undefined:
 * that can't be told.
 */
export function machineHere(platform: Host['platform']): string | undefined {
  return platform === 'linux' ? machineOf(linuxPlace(hostName(platform))) : undefined;
}

/** As `machineHere`. */
export function machineOf({ boot, machine }: Pick<ProcessMark, 'boot' | 'machine'>): string | undefined {
  return boot === '' ? undefined : `${boot} ${machine}`;
}

function linuxPlace(hostname: string): Pick<ProcessMark, 'boot' | 'machine'> {
  const machineId = readText('/etc/machine-id').slice(0, 8);
  const boot = readText('/proc/sys/kernel/random/boot_id');
  const namespace = /\d+/.exec(tryOr('', () => readlinkSync('/proc/self/ns/pid')))?.[0] ?? '';
  return { boot, machine: [hostname, machineId, namespace].filter((part) => part !== '').join('/') };
}

/** undefined: no such process; null: there may be one, and its start can't be told (/proc hidden or absent). */
function linuxStart(pid: number): string | null | undefined {
  const fields = statFields(pid);
  if (fields === undefined) return exists(pid) ? null : undefined;
  const [state] = fields;
  const start = fields[19];
  if (start === undefined) return null;
  const ended = state === 'Z' || state === 'X';
  return ended && !hasOtherThreads(pid) ? undefined : start;
}

/** What /proc says of a process behind its name, which stands in brackets and may hold anything, brackets too. */
export function statFields(pid: number): readonly string[] | undefined {
  const stat = tryOr(undefined, () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A killed process whose first thread has ended may still be in the middle of a write in another. */
function hasOtherThreads(pid: number): boolean {
  return tryOr(0, () => readdirSync(`/proc/${pid}/task`).length) > 1;
}

/** 0 and below would mean a whole group; what a pid can't hold would be cut off. */
export function isPid(pid: number): boolean {
  return Number.isSafeInteger(pid) && pid > 0 && pid <= 0x7fffffff;
}

function exists(pid: number): boolean {
  if (!isPid(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

function readText(path: string): string {
  return tryOr('', () => readFileSync(path, 'utf8').trim());
}

export function tryOr<Value, Fallback = Value>(fallback: Fallback, read: () => Value): Value | Fallback {
  try {
    return read();
  } catch {
    return fallback;
  }
}
