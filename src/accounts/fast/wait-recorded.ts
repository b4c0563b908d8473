import type { Host } from '../../platform/index.ts';
import { type ProgramStart, runForeground } from '../../process/index.ts';
import { removeTree } from '../../state/index.ts';
import { runMarked } from '../launch/run-marked.ts';
import { heedSignals } from '../login/heed-signals.ts';
import type { LiveMark, MarkedHome } from '../store/live-mark.ts';
import { quietly } from '../store/with-journal.ts';
import { placesOf } from './quick-context.ts';
import type { QuickRecord } from './quick-record.ts';
import { doLie } from './recorded-look.ts';

/** What says that a start is there. */
export interface StartMarks {
  readonly mark: LiveMark;
  /** The file that says of the home that it may hold what its root has not; null: it shares nothing. */
  readonly dirty: string | null;
}

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
  host: Host,
  record: QuickRecord,
  home: MarkedHome,
  start: ProgramStart,
  marks: StartMarks | null,
  { started, leave }: RecordedWait,
): Promise<number> {
  if (marks === null) return heedSignals(() => runForeground(host, start, { started }));
  const { mark, dirty } = marks;
  const leaving = async () => (dirty === null ? true : hasLeft(host, record, dirty) || leave());
  return runMarked(placesOf(host), home, start, { mark, started, leave: leaving });
}

/** Where everything lies as it lay when nothing had to be merged, nothing has to be: the next start goes by the same. */
function hasLeft(host: Host, { there, looks }: QuickRecord, dirty: string): boolean {
  let isSame = false;
  quietly(() => {
    isSame = doLie(host.files, there) && doLie(host.files, looks);
    if (isSame) removeTree(host, dirty);
  });
  return isSame;
}
