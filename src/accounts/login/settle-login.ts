import type { AITool } from '../../registry/index.ts';
import { removeTree, sweepHalfWritten, withLock } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { targetOf } from '../home/assert-value.ts';
import { type HomePaths, pathsIn } from '../home/home-paths.ts';
import { recorded } from '../home/identity-guard.ts';
import { whoIs } from '../home/who-is.ts';
import { notices } from '../notices.ts';
import { loginUnderWay } from '../store/pending-account.ts';
import { currentAccount, updateAccount } from '../store/update-account.ts';
import { bringToRest } from './bring-to-rest.ts';
import { carryLogin, setAside } from './carry-login.ts';
import {
  isChangingHome,
  isOver,
  type LoginJournal,
  readLoginJournal,
  removeLoginJournal,
  writeLoginJournal,
} from './login-journal.ts';
import { overlayLogin } from './overlay-login.ts';
import { replaceHome } from './replace-home.ts';

/**
 * Finishes what a renewal that died left: before it took effect, its fresh directory goes; after, the rest is
 * done; where a plugin was at it, it goes to the trash. Nothing to do is the usual case, and costs one look. Returns the account as it is after that.
 * @throws ToolsError ACCOUNT_RUNNING when somebody uses the home; LOGIN_UNDER_WAY while a living renewal changes the home
 */
export async function settleLogin(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
): Promise<StoredAccount> {
  const seen = readLoginJournal(ctx, account);
  if (!seen) return account;
  if (!isOver(ctx.host, seen)) {
    if (!isChangingHome(seen)) return account;
    throw loginUnderWay(account, seen);
  }
  return withRenewalLock(ctx, account, async () => {
    const journal = readLoginJournal(ctx, account);
    if (!journal || !isOver(ctx.host, journal)) return account;
    if (journal.phase === 'copy') return giveUp(ctx, account, journal);
    if (isChangingHome(journal)) await bringToRest(ctx, tool, account);
    return finishLogin(ctx, tool, account, journal);
  });
}

/** A plugin may have been half way: what it was to carry is not lost, and not in force. */
function giveUp(ctx: AccountsContext, account: StoredAccount, journal: LoginJournal): StoredAccount {
  const { tool, label } = account;
  ctx.tell(notices.loginNotCarried({ tool, label, trash: setAside(ctx, account, journal) }));
  return account;
}

/** Every step may have been done already; each is the same when done again. */
export async function finishLogin(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  journal: LoginJournal,
): Promise<StoredAccount> {
  const stored = currentAccount(ctx, account);
  const current = isChangingHome(journal) ? await takeEffect(ctx, tool, stored, journal) : stored;
  // From here on parts of the fresh directory are gone: what is missing in it means nothing any more.
  if (isChangingHome(journal)) writeLoginJournal(ctx, account, { ...journal, phase: 'done' });
  if (current.home !== journal.fresh) removeTree(ctx.host, journal.fresh);
  removeLoginJournal(ctx, account);
  return current;
}

async function takeEffect(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  journal: LoginJournal,
): Promise<StoredAccount> {
  if (journal.phase === 'copy') {
    await carryLogin(ctx, tool, account, journal);
    return noteWho(ctx, tool, account);
  }
  if (journal.phase === 'replace') return replaceHome(ctx, tool, account, journal);
  const home = pathsIn(ctx.host, tool, account.home);
  overlayLogin(ctx, tool, journal.steps, pathsIn(ctx.host, tool, journal.fresh), home);
  sweepHalves(ctx, tool, home);
  return noteWho(ctx, tool, account);
}

async function noteWho(ctx: AccountsContext, tool: AITool, account: StoredAccount): Promise<StoredAccount> {
  const identity = await whoIs(ctx, tool, account);
  return updateAccount(ctx, account, { identity: identity && recorded(ctx, identity) });
}

/** What a killed renewal left half-written beside a login: it may be one. Nobody else writes there now. */
function sweepHalves({ host }: AccountsContext, tool: AITool, home: HomePaths): void {
  for (const path of new Set((tool.login ?? []).map((part) => targetOf(host, home.fileOf(part)))))
    sweepHalfWritten(host, path);
}

/** One at a time may claim, finish or clear a renewal of this account. */
export function withRenewalLock<T>(
  ctx: AccountsContext,
  account: StoredAccount,
  work: () => Promise<T>,
): Promise<T> {
  const folder = ctx.paths.accountFolder(account.tool, account.id);
  return withLock(
    ctx.host,
    ctx.host.path.join(folder, 'renewal'),
    `the login of ${account.tool}#${account.label}`,
    work,
    { tell: ctx.tell },
  );
}
