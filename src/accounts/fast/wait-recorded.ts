import { errnoOf, type QuickHost } from '../../platform/index.ts';
import { type ProgramStart, runForeground } from '../../process/index.ts';
import { removeFleeting } from '../../state/index.ts';
import { runMarked } from '../launch/run-marked.ts';
import { heedSignals } from '../login/heed-signals.ts';
import { markLive, type StartMarks } from './mark-start.ts';
import type { QuickProgram, QuickRecord } from './quick-record.ts';
import { doLie } from './recorded-look.ts';

export interface RecordedWait {
  /** Told once the program runs. */
  readonly started: () => void;
  /** After a run of an account that shares, as in `MarkedRun`. */
  readonly leave: () => Promise<boolean>;
}

/**
 * Starts the program and waits for it, where this process can't become it. Returns its exit code.
 * @param marks null: of `system` nothing is marked
 * @throws ToolsError where it can't be started
 */
export async function waitRecorded(
  host: QuickHost,
  record: QuickRecord,
  { starts }: QuickProgram,
  start: ProgramStart,
  marks: StartMarks | null,
  { started, leave }: RecordedWait,
): Promise<number> {
  const sure = starts.length > 0 && { isSure: true };
  if (marks === null || record.marks === null)
    return heedSignals(() => runForeground(host, start, { ...sure, started }));
  const { mark, dirty } = marks;
  const { live } = record.marks;
  return runMarked(host, start, {
    ...sure,
    mark,
    markChild: (child, since) => markLive(host, live, child, since),
    started,
    leave: async () => (dirty === null ? true : hasLeft(host, record, dirty) || leave()),
  });
}

/** Where everything lies as it lay when nothing had to be merged, nothing has to be: the next start goes by the same. */
function hasLeft(host: QuickHost, { there, looks }: QuickRecord, dirty: string): boolean {
  try {
    if (!doLie(host.files, there) || !doLie(host.files, looks)) return false;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
  removeFleeting(host, dirty);
  return true;
}
