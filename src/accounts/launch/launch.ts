import { runForeground } from '../../process/index.ts';
import type { AccountsContext } from '../context.ts';
import { heedSignals } from '../login/heed-signals.ts';
import { isChangingHome, isOver, readLoginJournal } from '../login/login-journal.ts';
import { writeLiveMark } from '../store/live-mark.ts';
import { loginUnderWay } from '../store/pending-account.ts';
import type { LaunchPlan } from './launch-plan.ts';

/**
 * Starts the plan in the foreground and waits. Returns the child's exit code, or 128 + the signal's number.
 * @throws ToolsError LOGIN_UNDER_WAY, CANNOT_START, PROGRAM_NOT_FOUND
 */
export async function launch(ctx: AccountsContext, plan: LaunchPlan): Promise<number> {
  for (const notice of plan.notices) ctx.tell(notice);
  const { account } = plan;
  const start = () => heedSignals(() => runForeground(ctx.host, plan));
  if (account.kind === 'system') return start();
  const mark = writeLiveMark(ctx, account);
  try {
    // A renewal that changes the home writes its journal first and then looks for marks; we the other way round.
    const journal = readLoginJournal(ctx, account);
    if (journal && isChangingHome(journal) && !isOver(ctx.host, journal))
      throw loginUnderWay(account, journal);
    return await start();
  } finally {
    mark.remove();
  }
}
