import type { AccountsContext } from '../accounts/index.ts';
import type { JournalRecord } from '../state/index.ts';

/** How things stand with what a change was about. */
export type Standing =
  /** As the change left them. `makes`: how they are once it is taken back, a clause each. */
  | { readonly at: 'after'; readonly makes: readonly string[] }
  /** As if it had never been made. */
  | { readonly at: 'before' }
  /** It was cut off in the middle: `finish` completes it. */
  | { readonly at: 'half' }
  /**
   * Otherwise: it can't be taken back. `why` is a clause; `instead` the nearest command. `isWaiting`: it can once that
   * has been done.
   */
  | {
      readonly at: 'elsewhere';
      readonly why: string;
      readonly instead?: string;
      readonly isWaiting?: boolean;
    };

/** How the changes of one verb are taken back. */
export interface Undoer {
  /** Changes nothing. */
  readonly look: (ctx: AccountsContext, change: JournalRecord) => Standing | Promise<Standing>;
  /**
   * Takes it back, when `look` says `after`; under the lock of what it changes it looks again. What it journals (by
   * the use-cases it calls, with this context) is noted as the way back of this change, and can be taken back in
   * turn: so its verb needs an undoer, too. May be cut off at every step.
   * @returns how things are now, a clause each
   */
  readonly undo: (ctx: AccountsContext, change: JournalRecord) => Promise<readonly string[]>;
  /** Completes a change that was cut off, when `look` says `half`. @returns how things are now, a clause each */
  readonly finish?: (ctx: AccountsContext, change: JournalRecord) => Promise<readonly string[]>;
  /** Ids of accounts that are gone afterwards: later changes that name one must be taken back first. */
  readonly takesAway?: (change: JournalRecord) => readonly string[];
}

/** A verb whose changes can't be taken back: why, as a clause, and the nearest command. */
export interface NotUndoable {
  readonly why: string;
  readonly instead: (change: JournalRecord) => string;
}
