import { below, type Host } from '../../platform/index.ts';
import { shellProcess } from '../store/live-mark.ts';
import { isHomeMarked } from './is-home-marked.ts';
import { writeShellMarks } from './loaded-later.ts';
import { type QuickMarks, type QuickRecord, textOf } from './quick-record.ts';

/**
 * Marks the shell that is given the environment of an account that shares, and its home, as the slow way does, if they
 * are not marked by now. @throws ToolsError as writeShellMark
 */
export async function markShell(host: Host, record: QuickRecord, marks: QuickMarks): Promise<void> {
  if (!isHomeMarked(host, record, marks) || !isShellMarked(host, marks))
    await writeShellMarks(host, record, marks);
}

/** By the first name that its mark is given. */
function isShellMarked(host: Host, { live }: QuickMarks): boolean {
  const shell = shellProcess(host);
  const text = shell && textOf(host.files, below(host.path, live, `shell-${shell.pid}`));
  if (!shell || text === undefined) return false;
  const { pid, startedAt, boot } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return (
    shell.startedAt !== null && pid === shell.pid && startedAt === shell.startedAt && boot === shell.boot
  );
}
