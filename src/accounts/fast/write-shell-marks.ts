import type { QuickHost } from '../../platform/index.ts';
import { writeShellMark } from '../store/live-mark.ts';
import { markDirtyIn } from '../sync/mark-dirty.ts';
import { isHomeMarked } from './is-home-marked.ts';
import { hostOf, placesOf } from './quick-context.ts';
import type { QuickMarks, QuickRecord } from './quick-record.ts';

/** Marks a home and then the shell that is put into it, each unless it is marked. @throws ToolsError as writeShellMark */
export async function writeShellMarks(
  host: QuickHost,
  record: QuickRecord,
  marks: QuickMarks,
): Promise<void> {
  const { account, tool, label } = record;
  const ctx = placesOf(hostOf(host));
  if (marks.dirty !== null && !isHomeMarked(host, record, marks))
    markDirtyIn(ctx.host, marks.dirty, account, ctx.host.processes.self);
  writeShellMark(ctx, { tool, id: account, label });
}
