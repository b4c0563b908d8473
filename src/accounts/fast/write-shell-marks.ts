import type { Host } from '../../platform/index.ts';
import { writeShellMark } from '../store/live-mark.ts';
import { markDirtyIn } from '../sync/mark-dirty.ts';
import { isHomeMarked } from './is-home-marked.ts';
import { placesOf } from './quick-context.ts';
import type { QuickMarks, QuickRecord } from './quick-record.ts';

/** Marks a home and then the shell that is put into it, each unless it is marked. @throws ToolsError as writeShellMark */
export async function writeShellMarks(host: Host, record: QuickRecord, marks: QuickMarks): Promise<void> {
  const { account, tool, label } = record;
  if (marks.dirty !== null && !isHomeMarked(host, record, marks))
    markDirtyIn(host, marks.dirty, account, host.processes.self);
  writeShellMark(placesOf(host), { tool, id: account, label });
}
