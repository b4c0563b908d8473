import { recordMark } from '../accounts/fast/launch-record.ts';
import type { FoundRecord } from '../accounts/fast/quick-record.ts';
import { type ReadTable, recordHere } from '../accounts/fast/record-here.ts';
import { build } from '../cli/build.ts';
import { builtInMark } from '../cli/built-in-mark.ts';
import type { QuickHost } from '../platform/index.ts';
import type { PlainLine } from './plain-line.ts';

/** What this release recorded of what a line means here, as `recordHere`. */
export function recordOf(
  host: QuickHost,
  line: PlainLine,
  table?: ReadTable,
): FoundRecord | 'table' | undefined {
  return recordHere(host, recordMark(build, host, builtInMark), line, table);
}
