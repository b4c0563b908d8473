import type { MergeInput } from '../../merge/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { HomeLiveness } from '../home/liveness.ts';
import { placeIn } from '../sharing/home-facts.ts';
import type { SharedEntry } from '../sharing/share-plan.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';

/** What is asked of the sync of a home. */
export interface SyncWish {
  /** Whether the home may be written, if nothing lives in it; or even if nobody can tell that. Default: no. */
  readonly pull?: boolean | 'evenIfUnknown';
  /** The user said that the many keys that are gone are meant to be. */
  readonly accept?: boolean;
  /** Whose values hold where both changed. */
  readonly take?: 'home' | 'shared';
  /** Files that lie as they lay are looked at all the same, to tell again what is open. */
  readonly thorough?: boolean;
  /** Only says what would be done. */
  readonly dryRun?: boolean;
}

/** Whether a home may be written while that is known of who lives in it. */
export function mayPull(pull: SyncWish['pull'], state: HomeLiveness['state']): boolean {
  if (state === 'unknown') return pull === 'evenIfUnknown';
  return Boolean(pull) && state === 'none';
}

/** One file of one home, to be merged with its root's. */
export interface FileTask {
  readonly ctx: AccountsContext;
  readonly tool: AITool;
  readonly account: StoredAccount;
  readonly root: SharedRoot;
  readonly entry: SharedEntry;
  readonly wish: SyncWish;
  readonly unshared: () => MergeInput['unshared'];
}

/** Where the file lies on both sides. */
export function placesOf({ ctx, account, root, entry }: FileTask): { home: string; shared: string } {
  return {
    home: placeIn(ctx.host, account.home, entry.path),
    shared: placeIn(ctx.host, root.folder, entry.path),
  };
}
