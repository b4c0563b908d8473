import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { isPid, type ProcessFacts, processMarks, statFields, tryOr } from './node-process-marks.ts';
import type { KnowingProcess, ProcessMark, ProcessTable } from './process-table.ts';

/**
 * The processes of this computer. Where only the pid can be asked for, a living pid is `unknown`, and one that is gone
 * is `dead`.
 */
export function processTable(facts: ProcessFacts): ProcessTable {
  const { here, startOf, self, markOf, parent } = processMarks(facts);

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
  const runningFrom = facts.platform === 'linux' ? linuxRunningFrom : () => undefined;
  return { self, markOf, startTimeOf, stateOf, knows, knowing, parent, runningFrom, end };
}

/** USER_HZ is 100 wherever Node runs on Linux. */
const millisecondsPerTick = 10;

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
