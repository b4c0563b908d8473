import { below, type QuickHost } from '../../platform/index.ts';
import { isHomeMarked } from './is-home-marked.ts';
import { writeShellMarks } from './loaded-later.ts';
import { type QuickMarks, type QuickRecord, textOf } from './quick-record.ts';

/**
 * Marks the shell that is given the environment of an account that shares, and its home, as the slow way does, if they
 * are not marked by now. @throws ToolsError as writeShellMark
 */
export async function markShell(host: QuickHost, record: QuickRecord, marks: QuickMarks): Promise<void> {
  if (!isHomeMarked(host, record, marks) || !isShellMarked(host, marks))
    await writeShellMarks(host, record, marks);
}

/** Whether its mark lies under the first name that such marks are given. False where that can't be told at once. */
function isShellMarked({ platform, env, files, path, parentPid }: QuickHost, { live }: QuickMarks): boolean {
  const shell = Number(env.AI_TOOLS_SHELL_PID ?? parentPid);
  if (platform !== 'linux' || parentPid === undefined || !(shell > 0)) return false;
  const mark = textOf(files, below(path, live, `shell-${shell}`));
  const stat = mark && textOf(files, `/proc/${shell}/stat`);
  if (!mark || !stat) return false;
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const { pid, startedAt, boot } = JSON.parse(mark) as Readonly<Record<string, unknown>>;
  return (
    state !== 'Z' &&
    state !== 'X' &&
    pid === shell &&
    startedAt === fields[18] &&
    boot === files.readText('/proc/sys/kernel/random/boot_id').trim()
  );
}
