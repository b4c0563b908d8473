import type { ProcessMark, QuickHost } from '../../platform/index.ts';
import { type ProgramStart, runForeground } from '../../process/index.ts';
import { quietly } from '../../state/index.ts';
import { heedSignals } from '../login/heed-signals.ts';
import type { LiveMark } from '../store/live-mark.ts';

export interface MarkedRun {
  /** Of this process, written already. */
  readonly mark: LiveMark;
  /** Writes the mark of the program, with the time of ours. @throws ToolsError where that can't be */
  readonly markChild: (child: ProcessMark, since: string) => LiveMark;
  /** Whether the system itself will start the program, where that is known. */
  readonly isSure?: boolean;
  /** Told once it runs; must not fail. */
  readonly started?: () => void;
  /** When it has ended: brings what it changed to the root. False: not all of it has arrived. */
  readonly leave: () => boolean | Promise<boolean>;
}

/**
 * Runs a program under an account in the foreground, and waits. Its mark says whom to ask for while it runs. Returns
 * its exit code, or 128 + the signal's number.
 * @throws ToolsError CANNOT_START, PROGRAM_NOT_FOUND
 */
export async function runMarked(
  host: QuickHost,
  start: ProgramStart,
  { mark: first, markChild, isSure, started, leave }: MarkedRun,
): Promise<number> {
  let mark = first;
  let isMerged = true;
  try {
    return await heedSignals(async () => {
      const code = await runForeground(host, start, {
        ...(isSure !== undefined && { isSure }),
        started: (pid) => {
          isMerged = false;
          mark = markedInstead(host, pid, mark, markChild);
          started?.();
        },
      });
      isMerged = await leave();
      return code;
    });
  } finally {
    // Else the next step of the merge must know that something ran here, and since when.
    if (isMerged) mark.remove();
  }
}

/** The child may outlive us, should we be killed: it is the one who runs under the account. */
function markedInstead(
  { processes }: QuickHost,
  pid: number,
  ours: LiveMark,
  markChild: MarkedRun['markChild'],
): LiveMark {
  const child = processes.markOf(pid);
  const theirs = child && quietly(() => markChild(child, ours.since));
  if (!theirs) return ours;
  ours.remove();
  return theirs;
}
