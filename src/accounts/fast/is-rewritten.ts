import type { QuickHost } from '../../platform/index.ts';
import type { QuickRecord } from './quick-record.ts';

/** Milliseconds: a day. */
const lately = 86_400_000;

/**
 * Whether a file of which not all counts was written within a day, and since that was recorded: the next start is
 * likely to do so again, so that what a shell goes by, the time of a file, would hold for no start but this one.
 */
export function isRewritten(
  { files, now }: Pick<QuickHost, 'files' | 'now'>,
  { looks }: QuickRecord,
): boolean {
  return looks.some((look) => {
    if (look[0] !== 'counts') return false;
    const found = files.lstat(look[1]);
    return found !== undefined && found.mtimeMs > look[6] && found.mtimeMs > now().getTime() - lately;
  });
}
