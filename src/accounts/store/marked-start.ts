import type { Host, ProcessMark } from '../../platform/index.ts';

/**
 * The mark of a shell tells when it was written, in seconds since the boot (`upAt`), because its own start is more
 * than a shell can read in a moment: whoever has its number and was there then is the one.
 */
export function withStart({ processes }: Pick<Host, 'processes'>, mark: ProcessMark): ProcessMark {
  const upAt = Number((mark as { readonly upAt?: unknown }).upAt ?? Number.NaN);
  const now = mark.startedAt === null && upAt > 0 ? processes.markOf(mark.pid) : undefined;
  if (!now?.startedAt) return mark;
  const wasThere = Number(now.startedAt) <= (upAt + slack) * ticksPerSecond;
  return { ...mark, startedAt: wasThere ? now.startedAt : 'after the mark' };
}

/** Whether the time since the boot, as a shell reads it, is counted as that of processes: not in every container. */
export function hasOneUptime({ files, processes, now }: Pick<Host, 'files' | 'processes' | 'now'>): boolean {
  const { pid, startedAt } = processes.self;
  const began = processes.startTimeOf(pid);
  if (startedAt === null || !began || !files.lstat('/proc/uptime')) return false;
  const read = Number.parseFloat(files.readFile('/proc/uptime').toString('latin1'));
  const expected = Number(startedAt) / ticksPerSecond + (now().getTime() - began.getTime()) / 1000;
  return Math.abs(read - expected) < slack / 2;
}

/** USER_HZ is 100 wherever Node runs on Linux. */
const ticksPerSecond = 100;
/** Seconds. A number is not given again so soon. */
const slack = 2;
