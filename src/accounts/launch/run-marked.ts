import { type ProgramStart, runForeground } from '../../process/index.ts';
import type { AccountsContext } from '../context.ts';
import { heedSignals } from '../login/heed-signals.ts';
import { type LiveMark, type MarkedHome, writeLiveMark } from '../store/live-mark.ts';
import { quietly } from '../store/with-journal.ts';

export interface MarkedRun {
  /** Of this process, written already. */
  readonly mark: LiveMark;
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
  ctx: AccountsContext,
  account: MarkedHome,
  start: ProgramStart,
  { mark: first, started, leave }: MarkedRun,
): Promise<number> {
  let mark = first;
  let isMerged = true;
  try {
    return await heedSignals(async () => {
      const code = await runForeground(ctx.host, start, {
        started: (pid) => {
          isMerged = false;
          mark = markedInstead(ctx, account, pid, mark);
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
function markedInstead(ctx: AccountsContext, account: MarkedHome, pid: number, ours: LiveMark): LiveMark {
  const child = ctx.host.processes.markOf(pid);
  let theirs: LiveMark | undefined;
  quietly(() => {
    if (child) theirs = writeLiveMark(ctx, account, child, ours.since);
  });
  if (!theirs) return ours;
  ours.remove();
  return theirs;
}
