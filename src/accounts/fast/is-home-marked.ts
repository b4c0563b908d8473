import type { QuickHost } from '../../platform/index.ts';
import { namesIn } from '../../state/index.ts';
import type { QuickMarks, QuickRecord } from './quick-record.ts';

/** The home is dirty for as long as its shell is there, by whichever mark. */
export function isHomeMarked(host: QuickHost, { account }: QuickRecord, { dirty }: QuickMarks): boolean {
  for (const name of dirty === null ? [] : namesIn(host, dirty))
    if (name.startsWith(`${account}.`)) return true;
  return false;
}
