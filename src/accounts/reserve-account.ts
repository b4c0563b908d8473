import type { RecordedIdentity, StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';

/** A place for an account that is being made: nobody sees it before `publish`. */
export interface Reservation {
  readonly tool: string;
  readonly label: string;
  readonly id: string;
  /** accounts/<tool>/<id> */
  readonly folder: string;
  /** Absolute and final; there, empty, 0700. */
  readonly home: string;
  /** Writes account.json, last of all: from here on the account exists. */
  publish(fields: NewAccount): Promise<StoredAccount>;
  /** Removes everything, the home included. Does nothing after `publish`. */
  abandon(): Promise<void>;
}

export interface NewAccount {
  readonly kind: 'login' | 'key';
  readonly identity: RecordedIdentity | null;
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: `default`. */
  readonly root?: string;
  /** Default: `default`. */
  readonly installation?: string;
}

/**
 * Claims the label and makes the folder and the home. What a dead reservation of that label left is cleared.
 * @throws ToolsError LABEL_UNUSABLE, SYSTEM_ACCOUNT_REFUSED, LABEL_TAKEN, BUSY (a live one holds it), STATE_DAMAGED, WRITE_FAILED
 */
export async function reserveAccount(_ctx: AccountsContext, _tool: string, _label: string): Promise<Reservation> {
  throw new Error('not built yet');
}
