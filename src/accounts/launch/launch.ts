import { runForeground } from '../../process/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { heedSignals } from '../login/heed-signals.ts';
import { isChangingHome, isOver, readLoginJournal } from '../login/login-journal.ts';
import { untilUnlocked } from '../store/account-lock.ts';
import { writeLiveMark } from '../store/live-mark.ts';
import { loginUnderWay } from '../store/pending-account.ts';
import { currentAccount } from '../store/update-account.ts';
import { tellJoined } from '../sync/tell-joined.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { joinRoot, leaveRoot } from './loaded-later.ts';
import { markLaunch } from './mark-launch.ts';
import { type MarkedRun, runMarked } from './run-marked.ts';

export interface Launching {
  /** Told once it runs; must not fail. */
  readonly started?: () => void;
  /** What comes after a run of an account that shares. False: not all of it has arrived. */
  readonly leave?: (ctx: AccountsContext, tool: AITool, account: StoredAccount) => Promise<boolean>;
}

/**
 * Starts the plan in the foreground and waits. Returns the child's exit code, or 128 + the signal's number.
 * @throws ToolsError ACCOUNT_NOT_FOUND, LOGIN_UNDER_WAY, BUSY, CANNOT_START, PROGRAM_NOT_FOUND; WRITE_FAILED as markLaunch
 */
export async function launch(
  ctx: AccountsContext,
  plan: LaunchPlan,
  { started = () => {}, leave = leaveRoot }: Launching = {},
): Promise<number> {
  for (const notice of plan.notices) ctx.tell(notice);
  const { account } = plan;
  if (account.kind === 'system') return heedSignals(() => runForeground(ctx.host, plan, { started }));
  const mark = markLaunch(ctx, account);
  const current = await ifInOrder(ctx, plan, account).catch((error: unknown) => {
    mark.remove();
    throw error;
  });
  const leaving = async () => !current.sharing.on || (await leave(ctx, plan.tool, current));
  const markChild: MarkedRun['markChild'] = (...child) => writeLiveMark(ctx, account, ...child);
  return runMarked(ctx.host, plan, { mark, markChild, started, leave: leaving });
}

/** The account as it is now; what it shares is in its place, whoever changed that meanwhile. */
async function ifInOrder(
  ctx: AccountsContext,
  { tool }: LaunchPlan,
  account: StoredAccount,
): Promise<StoredAccount> {
  const current = await requireStillThere(ctx, account);
  // Somebody changed what it shares, or where, since it was put in order: from here on nobody does.
  if (!isSameUse(current, account))
    tellJoined(ctx, current, await joinRoot(ctx, tool, current, { mayBeStale: true }));
  return current;
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
