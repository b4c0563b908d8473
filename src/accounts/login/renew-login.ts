import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { ensureFolder, moveToTrash, removeTree } from '../../state/index.ts';
import type { Identity, StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { requireQuiet } from '../home/at-rest.ts';
import { pathsIn } from '../home/home-paths.ts';
import { differenceOf, distinctNames, holderOf, isKeyOnly } from '../home/identity-guard.ts';
import { requireOwnHome } from '../home/own-home.ts';
import { whoIs } from '../home/who-is.ts';
import { notices } from '../notices.ts';
import { withHome } from '../store/account-store.ts';
import { loginUnderWay } from '../store/pending-account.ts';
import { quietly, withJournal } from '../store/with-journal.ts';
import { leaveRoot } from '../sync/leave-root.ts';
import { pushAll } from '../sync/push-all.ts';
import { attemptLogin } from './attempt-login.ts';
import { bringToRest } from './bring-to-rest.ts';
import { type LoginWay, loginWay } from './carry-login.ts';
import type { Interruptible } from './heed-signals.ts';
import {
  claimLoginJournal,
  freshHomes,
  type LoginJournal,
  readLoginJournal,
  removeLoginJournal,
  writeLoginJournal,
} from './login-journal.ts';
import type { LoginOptions } from './login-options.ts';
import { planOverlay } from './overlay-login.ts';
import { finishLogin, settleLogin, withRenewalLock } from './settle-login.ts';

/**
 * Logs an account in again: in a fresh directory, and into effect only when it succeeded, for the same person,
 * and while nothing of the account is alive. What `login` names is overlaid; all else in the home stays.
 * @throws ToolsError as attemptLogin; ACCOUNT_HOME_MISSING, IDENTITY_MISMATCH, IDENTITY_ALREADY_HELD, BUSY, ACCOUNT_RUNNING,
 *   LOGIN_UNDER_WAY, LOGIN_NOT_RENEWABLE, LOGIN_NOT_MERGEABLE: the account is then as it was. LOGIN_NOT_CARRIED: unless
 *   the plugin that carries its logins left something half done.
 */
export async function renewLogin(
  ctx: AccountsContext,
  tool: AITool,
  known: StoredAccount,
  options: LoginOptions & Interruptible,
): Promise<StoredAccount> {
  requireOwnHome(ctx, tool, known);
  // A home that is gone is not made again: what was in it would seem never to have been.
  const account = withHome(ctx, await settleLogin(ctx, tool, known));
  requireQuiet(ctx, tool, account);
  const way = loginWay(ctx, tool, account);
  const journal = await claim(ctx, account);
  try {
    ensureFolder(ctx.host, journal.fresh);
    const found = await attemptLogin(ctx, tool, { ...account, home: journal.fresh }, options);
    await requireSamePerson(ctx, tool, account, found, options);
    const ready = planEffect(ctx, tool, account, journal, way);
    await bringToRest(ctx, tool, account);
    await pushAll(ctx, tool, account);
    writeLoginJournal(ctx, account, ready);
    try {
      // A launch writes its mark and then looks for the journal; we the other way round: one of us sees the other.
      requireQuiet(ctx, tool, account);
    } catch (error) {
      writeLoginJournal(ctx, account, journal);
      throw error;
    }
    const { id, label } = account;
    const entry = { verb: 'login', tool: tool.id, account: id, what: { label } };
    const renewed = await withJournal(ctx, entry, () => finishLogin(ctx, tool, account, ready));
    await leaveRoot(ctx, tool, renewed);
    return renewed;
  } catch (error) {
    if (readLoginJournal(ctx, account)?.phase === 'login') {
      removeTree(ctx.host, journal.fresh);
      removeLoginJournal(ctx, account);
    }
    throw error;
  }
}

function claim(ctx: AccountsContext, account: StoredAccount): Promise<LoginJournal> {
  const { host, paths } = ctx;
  const journal: LoginJournal = {
    schemaVersion: 1,
    process: host.processes.self,
    startedAt: host.now().toISOString(),
    // A name never used before: a keychain item may be named after it.
    fresh: host.path.join(paths.accountFolder(account.tool, account.id), `home-${host.randomName(4)}`),
    phase: 'login',
    steps: [],
  };
  return withRenewalLock(ctx, account, async () => {
    if (claimLoginJournal(ctx, account, journal)) {
      quietly(() => clearStrays(ctx, account));
      return journal;
    }
    throw loginUnderWay(account, readLoginJournal(ctx, account) ?? journal);
  });
}

/** Of renewals that are over: what they left may be a login. */
function clearStrays(ctx: AccountsContext, account: StoredAccount): void {
  for (const fresh of freshHomes(ctx, account))
    moveToTrash(ctx.host, ctx.paths, fresh, `${account.tool}#${account.label}`);
}

/** @throws ToolsError IDENTITY_ALREADY_HELD, IDENTITY_MISMATCH unless the user says that it may be another */
async function requireSamePerson(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  found: Identity | null,
  { confirmOther }: LoginOptions,
): Promise<void> {
  const before = account.identity ?? (await whoIs(ctx, tool, account));
  const holder = found ? holderOf(ctx, tool, found, account.id) : undefined;
  // Somebody was known, and the new login does not say who it is: that is not the same person. But a plugin may fail.
  const isSilence = found === null && before?.toldBy !== undefined;
  const isOther = differenceOf(before, found) !== 'same' || !(isSilence || namesAgain(before, found));
  const who = {
    tool: tool.id,
    label: account.label,
    ...distinctNames(before, found),
    isKey: isKeyOnly(before) && isKeyOnly(found),
  };
  if (holder && (isOther || before === null))
    throw new ToolsError('IDENTITY_ALREADY_HELD', { ...who, holder: holder.label });
  if (isOther && !(await confirmOther?.(who)))
    throw new ToolsError('IDENTITY_MISMATCH', { ...who, holder: undefined });
}

/** The person who was known, else the organisation, is named by the new login too. A plan alone is nobody. */
function namesAgain(before: Identity | null, found: Identity | null): boolean {
  const isKnown = (field: keyof Identity) => before?.[field] !== undefined;
  const person = (['subject', 'email', 'keyFingerprint'] as const).filter(isKnown);
  const known = person.length > 0 ? person : (['organization'] as const).filter(isKnown);
  return known.length === 0 || known.some((field) => before?.[field] === found?.[field]);
}

/** @throws ToolsError LOGIN_NOT_MERGEABLE */
function planEffect(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  journal: LoginJournal,
  way: LoginWay,
): LoginJournal {
  if (way === 'copy') return { ...journal, phase: way };
  const { host } = ctx;
  const steps = planOverlay(
    host,
    tool,
    account.label,
    pathsIn(host, tool, journal.fresh),
    pathsIn(host, tool, account.home),
  );
  if (way === 'overlay') return { ...journal, phase: way, steps };
  ctx.tell(notices.homeMoves({ tool: tool.id, label: account.label, to: journal.fresh }));
  return { ...journal, phase: way, steps, oldHome: account.home };
}
