import { ToolsError } from '../../errors/index.ts';
import type { Host, ProcessMark } from '../../platform/index.ts';
import {
  claimFile,
  isProcessMark,
  namesIn,
  readJson,
  realPath,
  removeTree,
  writeAtomic,
} from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { loginUnderWay } from '../store/pending-account.ts';
import type { OverlayStep } from './overlay-login.ts';

/**
 * A renewal of a login under way: `renewal.json` in the account's folder. It names no person and holds no
 * secret. Whoever finds it and its process dead takes the fresh directory away, or finishes the overlay.
 */
export interface LoginJournal {
  readonly schemaVersion: 1;
  readonly process: ProcessMark;
  /** RFC 3339. */
  readonly startedAt: string;
  /** The fresh directory: absolute. */
  readonly fresh: string;
  /**
   * `login`: nothing has changed yet. `overlay`, `replace`: the home is being changed; there is no way back. `copy`: a
   * plugin is changing it, and unless that is known to be done nobody knows how far it came.
   * `done`: only the fresh directory is left, of which parts may be gone.
   */
  readonly phase: 'login' | 'overlay' | 'replace' | 'copy' | 'done';
  readonly steps: readonly OverlayStep[];
  /** The home before it was replaced. */
  readonly oldHome?: string;
}

/** @throws ToolsError STATE_DAMAGED, also when its fresh directory, which is removed in the end, is not the account's. */
export function readLoginJournal(ctx: AccountsContext, account: StoredAccount): LoginJournal | undefined {
  const path = loginJournalFile(ctx, account);
  const journal = readJson(ctx.host, path, isLoginJournal);
  if (!journal || isFreshOf(ctx, account, journal.fresh)) return journal;
  const problem = 'its fresh directory is not one of this account';
  throw new ToolsError('STATE_DAMAGED', { path, offset: 0, problem });
}

/** By where it really lies: our folder may be reached by more than one path, and a copy of it names the original. */
function isFreshOf({ host, paths }: AccountsContext, { tool, id }: StoredAccount, fresh: string): boolean {
  const { path, files } = host;
  const folder = path.dirname(fresh);
  if (!path.isAbsolute(fresh) || !isFreshName(path.basename(fresh))) return false;
  return (
    files.stat(folder) !== undefined &&
    files.realpath(folder) === files.realpath(paths.accountFolder(tool, id))
  );
}

function isFreshName(name: string): boolean {
  return /^home-[a-z0-9]+$/.test(name);
}

/**
 * Fresh directories in the account's folder that are not its home: of a renewal under way, or of one that is over.
 * Where we were killed the tool's login may have ended after us, and what it left is a login.
 */
export function freshHomes(
  { host, paths }: AccountsContext,
  { tool, id, home }: StoredAccount,
): readonly string[] {
  const folder = paths.accountFolder(tool, id);
  // The home may be written by another path to our folder, and may be gone.
  const real = realPath(host, home);
  return namesIn(host, folder)
    .filter(isFreshName)
    .map((name) => host.path.join(folder, name))
    .filter((path) => host.files.lstat(path)?.isDirectory() && realPath(host, path) !== real);
}

/** @throws ToolsError LOGIN_UNDER_WAY while somebody alive renews the login, STATE_DAMAGED */
export function requireNoRenewal(ctx: AccountsContext, account: StoredAccount): void {
  const renewal = readLoginJournal(ctx, account);
  if (renewal && !isOver(ctx.host, renewal)) throw loginUnderWay(account, renewal);
}

/** false: another one is there. */
export function claimLoginJournal(
  ctx: AccountsContext,
  account: StoredAccount,
  journal: LoginJournal,
): boolean {
  return claimFile(ctx.host, loginJournalFile(ctx, account), textOf(journal));
}

export function writeLoginJournal(ctx: AccountsContext, account: StoredAccount, journal: LoginJournal): void {
  writeAtomic(ctx.host, loginJournalFile(ctx, account), textOf(journal));
}

export function removeLoginJournal(ctx: AccountsContext, account: StoredAccount): void {
  removeTree(ctx.host, loginJournalFile(ctx, account));
}

/** The home is being changed, and nobody may start in it. */
export function isChangingHome({ phase }: LoginJournal): boolean {
  return phase === 'overlay' || phase === 'replace' || phase === 'copy';
}

/** Whoever renews the login has died. */
export function isOver(host: Host, journal: LoginJournal): boolean {
  return host.processes.stateOf(journal.process) === 'dead';
}

/** Lies there while a login is renewed. */
export function loginJournalFile(
  { host, paths }: AccountsContext,
  account: Pick<StoredAccount, 'tool' | 'id'>,
): string {
  return host.path.join(paths.accountFolder(account.tool, account.id), 'renewal.json');
}

function textOf(journal: LoginJournal): string {
  return `${JSON.stringify(journal, null, 2)}\n`;
}

function isLoginJournal(value: unknown): value is LoginJournal {
  const journal = value as Partial<LoginJournal> | null;
  return (
    typeof journal === 'object' &&
    journal !== null &&
    typeof journal.fresh === 'string' &&
    typeof journal.startedAt === 'string' &&
    ['login', 'overlay', 'replace', 'copy', 'done'].includes(String(journal.phase)) &&
    Array.isArray(journal.steps) &&
    (journal.oldHome === undefined || typeof journal.oldHome === 'string') &&
    isProcessMark(journal.process)
  );
}
