import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { errnoOf } from './errno.ts';
import type { Host } from './host.ts';
import type { KnowingProcess, ProcessMark, ProcessTable } from './process-table.ts';

export interface ProcessTableFacts {
  readonly platform: Host['platform'];
  readonly pid: number;
  readonly hostname: string;
}

/**
 * The processes of this computer. On Linux a process is known by its pid, its start (clock ticks since boot,
 * field 22 of /proc/<pid>/stat), the boot id, and machine id, host name and pid namespace. Elsewhere only the
 * pid can be asked for, so that a living pid is `unknown`, and one that is gone is `dead`.
 */
export function processTable(facts: ProcessTableFacts): ProcessTable {
  const here =
    facts.platform === 'linux' ? linuxPlace(facts.hostname) : { boot: '', machine: facts.hostname };
  const startOf = facts.platform === 'linux' ? linuxStart : () => null;

  const markOf = (pid: number): ProcessMark | undefined => {
    const startedAt = startOf(pid);
    const runs = startedAt === null ? exists(pid) : startedAt !== undefined;
    return runs ? { pid, startedAt: startedAt ?? null, ...here } : undefined;
  };
  const self = markOf(facts.pid) ?? { pid: facts.pid, startedAt: null, ...here };

  const stateOf = (mark: ProcessMark): 'alive' | 'dead' | 'unknown' => {
    if (mark.machine !== here.machine) return 'unknown';
    if (mark.boot !== here.boot) return mark.boot === '' || here.boot === '' ? 'unknown' : 'dead';
    const now = mark.pid === facts.pid ? self : markOf(mark.pid);
    if (now === undefined) return 'dead';
    if (mark.startedAt !== null && now.startedAt !== null) {
      return mark.startedAt === now.startedAt ? 'alive' : 'dead';
    }
    return mark.pid === facts.pid ? 'alive' : 'unknown';
  };
  // Counted from our own start: what /proc says of the time of the boot is another machine's in some containers.
  const startTimeOf = (pid: number): Date | undefined => {
    const [ours, other] = [Number(self.startedAt ?? Number.NaN), Number(startOf(pid) ?? Number.NaN)];
    const begin = Date.now() - process.uptime() * 1000;
    const started = begin + (other - ours) * millisecondsPerTick;
    return Number.isFinite(started) ? new Date(started) : undefined;
  };
  const knows = facts.platform === 'linux' ? linuxKnows : () => undefined;
  const knowing = facts.platform === 'linux' ? linuxKnowing : () => undefined;
  const parent = (): ProcessMark | undefined => markOf(process.ppid);
  const runningFrom = facts.platform === 'linux' ? linuxRunningFrom : () => undefined;
  return { self, markOf, startTimeOf, stateOf, knows, knowing, parent, runningFrom, end };
}

/** USER_HZ is 100 wherever Node runs on Linux. */
const millisecondsPerTick = 10;

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
function statFields(pid: number): readonly string[] | undefined {
  const stat = tryOr(undefined, () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A killed process whose first thread has ended may still be in the middle of a write in another. */
function hasOtherThreads(pid: number): boolean {
  return tryOr(0, () => readdirSync(`/proc/${pid}/task`).length) > 1;
}

function linuxKnows(pid: number, text: string): boolean | undefined {
  const environment = tryOr(Buffer.alloc(0), () => readFileSync(`/proc/${pid}/environ`));
  // Empty: there is none, or the program is only just being started.
  return environment.length === 0 ? undefined : environment.includes(text);
}

function linuxKnowing(text: string): readonly KnowingProcess[] | undefined {
  const all = tryOr(undefined, () => readdirSync('/proc'));
  const ours = ancestry(process.pid);
  return all
    ?.filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => !ours.has(pid) && linuxKnows(pid, text) === true)
    .map((pid) => ({ pid, argv: argvOf(pid) }));
}

/** A process and those that it comes from. */
function ancestry(pid: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = pid; at > 0 && !found.has(at); at = Number(statFields(at)?.[1] ?? 0)) found.add(at);
  return found;
}

function argvOf(pid: number): readonly string[] {
  const line = tryOr('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return line.split('\0').slice(0, 5);
}

/** By the file that runs, or that an interpreter was given. Of others' processes only the latter can be seen. */
function linuxRunningFrom(folder: string): readonly number[] | undefined {
  const folders = [folder, tryOr(folder, () => realpathSync(folder))];
  const isBelow = (path: string) => folders.some((each) => path.startsWith(`${each}/`));
  return tryOr(undefined, () => readdirSync('/proc'))
    ?.filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isBelow(tryOr('', () => readlinkSync(`/proc/${pid}/exe`))) || argvOf(pid).some(isBelow));
}

function end(pid: number): void {
  if (isPid(pid)) tryOr(false, () => process.kill(pid, 'SIGTERM'));
}

/** 0 and below would mean a whole group; what a pid can't hold would be cut off. */
function isPid(pid: number): boolean {
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

function tryOr<Value, Fallback = Value>(fallback: Fallback, read: () => Value): Value | Fallback {
  try {
    return read();
  } catch {
    return fallback;
  }
}
