import type { Host, Stats } from '../../platform/index.ts';

/**
 * Whether a change after `lookedAt` (milliseconds) must show in the mark of the file. The clock of a disk stands
 * still for some milliseconds, on old ones for seconds: two changes within them look like one.
 */
export function isSettled(stat: Stats | undefined, lookedAt: number): boolean {
  return stat === undefined || stat.ctimeMs + tickOf(stat) < lookedAt;
}

/** Waits, where it does not take long, until what was written just now is older than a tick of the disk's clock. */
export async function untilSettled(host: Host, files: readonly string[]): Promise<void> {
  const ends = files.map((file) => endOfTick(ifThere(host, file)));
  const left = Math.max(0, ...ends) - host.now().getTime();
  if (left >= 0 && left <= 2 * shortTick) await new Promise((done) => setTimeout(done, left + 1));
}

function ifThere({ files }: Host, file: string): Stats | undefined {
  try {
    return files.stat(file);
  } catch {
    return undefined;
  }
}

function endOfTick(stat: Stats | undefined): number {
  return stat === undefined ? 0 : Math.ceil(stat.ctimeMs + tickOf(stat));
}

/** Milliseconds. A disk that knows parts of a second has one of them almost always. */
function tickOf({ ctimeMs }: Stats): number {
  return ctimeMs % 1000 === 0 ? 2100 : shortTick;
}

/** That of a kernel that counts a hundred times a second, twice. */
const shortTick = 20;
