import type { ProcessMark } from '../platform/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

export interface LiveMark {
  /** Takes the mark away; never fails. */
  remove(): void;
}

export interface LiveProcess extends ProcessMark {
  /** Its end can't be told from here: treated as alive. */
  readonly unknown: boolean;
  /** RFC 3339. */
  readonly since: string;
}

/**
 * Marks a process as running under the account; written before the start.
 * @throws ToolsError ACCOUNT_NOT_FOUND when the account has been removed meanwhile, WRITE_FAILED
 */
export function writeLiveMark(_ctx: AccountsContext, _account: StoredAccount, _process?: ProcessMark): LiveMark {
  throw new Error('not built yet');
}

/** Who runs under the account. */
export function liveProcesses(_ctx: AccountsContext, _account: StoredAccount): readonly LiveProcess[] {
  throw new Error('not built yet');
}

/** Takes away the marks of the dead; says how many. */
export function sweepLiveMarks(_ctx: AccountsContext, _account: StoredAccount): number {
  throw new Error('not built yet');
}

/** @throws ToolsError BUSY when anything runs under the account. */
export function requireAtRest(_ctx: AccountsContext, _account: StoredAccount): void {
  throw new Error('not built yet');
}
