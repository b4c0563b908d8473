import { type ForegroundOptions, runForeground } from '../../process/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { heedSignals } from '../login/heed-signals.ts';
import { isChangingHome, isOver, readLoginJournal } from '../login/login-journal.ts';
import { untilUnlocked } from '../store/account-lock.ts';
import { type LiveMark, writeLiveMark } from '../store/live-mark.ts';
import { loginUnderWay } from '../store/pending-account.ts';
import { currentAccount } from '../store/update-account.ts';
import { quietly } from '../store/with-journal.ts';
import { tellJoined } from '../sync/tell-joined.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { joinRoot, leaveRoot } from './loaded-later.ts';

/**
 * Starts the plan in the foreground and waits. Returns the child's exit code, or 128 + the signal's number.
 * @throws ToolsError ACCOUNT_NOT_FOUND, LOGIN_UNDER_WAY, BUSY, CANNOT_START, PROGRAM_NOT_FOUND
 */
export async function launch(
  ctx: AccountsContext,
  plan: LaunchPlan,
  /** Told once it runs; must not fail. */
  started: () => void = () => {},
): Promise<number> {
  for (const notice of plan.notices) ctx.tell(notice);
  const { account } = plan;
  const start = (options: ForegroundOptions) => runForeground(ctx.host, plan, options);
  if (account.kind === 'system') return heedSignals(() => start({ started }));
  let mark = writeLiveMark(ctx, account);
  let isMerged = true;
  try {
    const current = await requireStillThere(ctx, account);
    // Somebody changed what it shares, or where, since it was put in order: from here on nobody does.
    if (!isSameUse(current, account))
      tellJoined(ctx, current, await joinRoot(ctx, plan.tool, current, { mayBeStale: true }));
    return await heedSignals(async () => {
      const code = await start({
        started: (pid) => {
          isMerged = false;
          mark = markedInstead(ctx, account, pid, mark);
          started();
        },
      });
      isMerged = !current.sharing.on || (await leaveRoot(ctx, plan.tool, current));
      return code;
    });
  } finally {
    // Else the next step of the merge must know that something ran here, and since when.
    if (isMerged) mark.remove();
  }
}

/** Whoever changes or moves the home says so first and then looks for marks; we the other way round. */
async function requireStillThere(ctx: AccountsContext, account: StoredAccount): Promise<StoredAccount> {
  const journal = readLoginJournal(ctx, account);
  if (journal && isChangingHome(journal) && !isOver(ctx.host, journal)) throw loginUnderWay(account, journal);
  await untilUnlocked(ctx, account);
  return currentAccount(ctx, account);
}

function isSameUse(one: StoredAccount, other: StoredAccount): boolean {
  const useOf = ({ root, sharing: { on, except } }: StoredAccount) => JSON.stringify([root, on, except]);
  return useOf(one) === useOf(other);
}

/** The child may outlive us, should we be killed: it is the one who runs under the account. */
function markedInstead(ctx: AccountsContext, account: StoredAccount, pid: number, ours: LiveMark): LiveMark {
  const child = ctx.host.processes.markOf(pid);
  let theirs: LiveMark | undefined;
  quietly(() => {
    if (child) theirs = writeLiveMark(ctx, account, child, ours.since);
  });
  if (!theirs) return ours;
  ours.remove();
  return theirs;
}
