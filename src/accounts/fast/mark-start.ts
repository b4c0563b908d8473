import type { QuickHost } from '../../platform/index.ts';
import { removeFleeting } from '../../state/index.ts';
import type { LiveMark } from '../store/live-mark.ts';
import { freeName, putMark } from '../store/put-mark.ts';
import { putDirtyMark } from '../sync/mark-dirty.ts';
import type { QuickMarks, QuickRecord } from './quick-record.ts';
import { doLie } from './recorded-look.ts';

/** What says that a start is there. */
export interface StartMarks {
  readonly mark: LiveMark;
  /** The file that says of the home that it may hold what its root has not; null: it shares nothing. */
  readonly dirty: string | null;
}

/**
 * Marks a start, and its home before it if that is shared, as `markLaunch` and `markDirty` do. The marks of the dead
 * stay: to look at each takes as long as all else that a start does.
 * @returns undefined: somebody has begun to change the account
 * @throws ToolsError WRITE_FAILED, also where a folder of marks is not there yet, and what the disk says
 */
export function markStart(
  host: QuickHost,
  { account }: QuickRecord,
  { live, dirty, again }: QuickMarks,
): StartMarks | undefined {
  const { self } = host.processes;
  const home = dirty === null ? null : putDirtyMark(host, dirty, account, self);
  const mark = markLive(host, live, self, host.now().toISOString());
  if (doLie(host.files, again)) return { mark, dirty: home };
  mark.remove();
  return undefined;
}

/** Marks a process as running under the account. @throws ToolsError WRITE_FAILED */
export function markLive(host: QuickHost, folder: string, process: StartedProcess, since: string): LiveMark {
  const file = putMark(host, folder, freeName(host, folder, `${process.pid}`), process, since);
  // What stays is the mark of a dead process, which the slow way takes away.
  return { since, remove: () => removeFleeting(host, file) };
}

type StartedProcess = QuickHost['processes']['self'];
