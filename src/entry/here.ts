import { recordMark } from '../accounts/fast/launch-record.ts';
import type { QuickRecord } from '../accounts/fast/quick-record.ts';
import { recordHere } from '../accounts/fast/record-here.ts';
import { builtInMark } from '../cli/built-in-mark.ts';
import { version } from '../cli/version.ts';
import type { Host } from '../platform/index.ts';
import type { PlainLine } from './plain-line.ts';

/** What this release recorded of what a line means here; undefined: nothing. @throws where something is out of order */
export function recordOf(host: Host, line: PlainLine): QuickRecord | undefined {
  return recordHere(host, recordMark(version, host, builtInMark), line);
}
