import type { AITool } from '../../registry/index.ts';
import type { SharingChoice } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { accountIds } from '../store/account-folders.ts';
import { listAccounts } from '../store/account-store.ts';
import { livePending } from '../store/pending-account.ts';
import { type Disclosure, sharedParts } from './disclosure.ts';
import { sharePlan } from './share-plan.ts';
import { readRoot } from './shared-root.ts';

/** What accounts that are made from now on do: share, or keep to themselves. */
export type Newcomers = 'share' | 'private';

export interface SharingRequest {
  /** What `--share` or `--private` says. */
  readonly wanted?: Newcomers;
  /** Asks a person, who is shown what becomes visible to whom. Absent where nobody can be asked. */
  readonly ask?: (what: Disclosure) => Promise<boolean>;
}

export interface SharingDecision {
  readonly choice: SharingChoice;
  /** Who decided; `nothing`: the tool has nothing to share; `silence`: nobody did, so it is private. */
  readonly by: 'nothing' | 'first' | 'request' | 'recorded' | 'answer' | 'silence';
}

/**
 * Whether an account that is being made shares what its root holds. The first one has nobody to share with: its
 * state lies in the root from the first day. Of each further one somebody decides, or it is private.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED
 */
export async function chooseSharing(
  ctx: AccountsContext,
  tool: AITool,
  { id, label, root }: { readonly id: string; readonly label: string; readonly root: string },
  { wanted, ask }: SharingRequest,
): Promise<SharingDecision> {
  if (wanted === 'private') return decided(false, 'request');
  // Where the root is gone nobody can begin to share in it: that is found out before anything is made.
  const recorded = readRoot(ctx, tool.id, root)?.newcomers;
  if (wanted === 'share') return decided(true, 'request');
  const others = othersOf(ctx, tool.id, root, id);
  if (sharePlan(ctx.host, tool).length === 0) return decided(others.length === 0, 'nothing');
  if (others.length === 0) return decided(true, 'first');
  if (recorded !== undefined) return decided(recorded === 'share', 'recorded');
  if (!ask) return decided(false, 'silence');
  return decided(await ask({ tool: tool.id, label, others, ...sharedParts(ctx.host, tool) }), 'answer');
}

function decided(on: boolean, by: SharingDecision['by']): SharingDecision {
  return { choice: { on, except: [] }, by };
}

/**
 * Who is there already, by label or by id: also whoever is only being made, whose root nobody knows yet. Of two
 * that are made at once each sees the other, and neither shares unasked.
 */
function othersOf(ctx: AccountsContext, tool: string, root: string, id: string): readonly string[] {
  const listed = listAccounts(ctx, tool).filter((other) => other.id !== id);
  const inRoot = listed.filter(({ account }) => account === undefined || account.root === root);
  const known = new Set(listed.map((other) => other.id));
  const pending = accountIds(ctx, tool).filter(
    (other) => other !== id && !known.has(other) && livePending(ctx, tool, other),
  );
  return [...inRoot.map(({ account, id: other }) => account?.label ?? other), ...pending];
}
