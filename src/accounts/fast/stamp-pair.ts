import { errnoOf, type Host, type Looks } from '../../platform/index.ts';

// How a shell sees that a file is as it was: two empty files whose times lie a microsecond before and after the
// file's. One that takes its place is newer or older, and so outside. What lies in whole seconds was put there by
// an archive or a copy, which may give another content the same time.

/** Longer than the tick of any clock that stamps files: what changes a file that is older changes its time. */
export const tick = 30;

/**
 * Puts `<stem>.lo` and `<stem>.hi` around the time of a file, or `<stem>.no` for one that is absent; none may be
 * there yet. False: its time tells nothing, for now or for good. `mayBeWhole`: for programs, which archives bring and
 * which say nothing of whom an account is.
 */
export function writeStampPair(
  host: Host,
  file: string,
  stem: string,
  { mayBeWhole = false }: { readonly mayBeWhole?: boolean } = {},
): boolean {
  const { files } = host;
  const found = look(host, file);
  if (found === 'unclear') return false;
  if (found === 'absent') {
    files.writeNew(`${stem}.no`, '', 0o600, 'fleeting');
    return true;
  }
  if (!isTelling(host, found, mayBeWhole)) return false;
  const at = Math.floor(found * 1000);
  writeStamp(host, `${stem}.lo`, at - 1);
  writeStamp(host, `${stem}.hi`, at + 2);
  return isAsStamped(host, file, stem);
}

/** Whether a file has a time that stamps can be put around now. */
export function canStamp(host: Host, file: string): boolean {
  const found = look(host, file);
  return typeof found === 'number' && isTelling(host, found);
}

/** Whether the time of a file tells nothing for as long as it is as it is. */
export function isInWholeSeconds(host: Host, file: string): boolean {
  const found = look(host, file);
  return typeof found === 'number' && found % 1000 === 0;
}

function isTelling(host: Host, time: number, mayBeWhole = false): boolean {
  return (mayBeWhole || time % 1000 !== 0) && time <= host.now().getTime() - tick;
}

/** Whether a file is as it was when the pair was put around its time; never, when it was made then or is damaged. */
export function isAsStamped(host: Looking, file: string, stem: string): boolean {
  const found = look(host, file);
  if (found === 'unclear') return false;
  if (found === 'absent') return look(host, `${stem}.no`) !== 'absent';
  const [low, high] = [look(host, `${stem}.lo`), look(host, `${stem}.hi`)];
  return typeof low === 'number' && typeof high === 'number' && low < found && found < high;
}

interface Looking {
  readonly files: Pick<Looks, 'stat' | 'lstat'>;
}

/** When what is there was written (links are followed), in milliseconds. A link that leads nowhere is not absent. */
function look({ files }: Looking, path: string): number | 'absent' | 'unclear' {
  try {
    const stat = files.stat(path);
    if (stat) return stat.mtimeMs;
    return files.lstat(path) === undefined ? 'absent' : 'unclear';
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return 'unclear';
  }
}

/** `at` in microseconds, and half of one more: what is cut off on the way to the disk is cut off in the middle. */
function writeStamp({ files }: Host, path: string, at: number): void {
  files.writeNew(path, '', 0o600, 'fleeting');
  const seconds = (at + 0.5) / 1e6;
  files.utimes(path, seconds, seconds);
}
