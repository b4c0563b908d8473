import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { leavingPaths, type Relinked, relinkAccount } from './relink-account.ts';
import { canLieAtOrBelow } from './sharing/home-facts.ts';
import { type DrainPreview, previewDrain } from './sharing/preview-drain.ts';
import { sharedEntries } from './sharing/share-plan.ts';
import { shareablePath } from './sharing/shareable-path.ts';
import { sharersOf } from './store/sharers.ts';

/** What is asked of the sharing of an account. */
export type SharingChange =
  | { readonly kind: 'on' | 'off' }
  | { readonly kind: 'add' | 'remove'; readonly paths: readonly string[] };

export interface ShareOptions {
  /** What is shared no more is left in the home as a copy. */
  readonly copy?: boolean;
}

/**
 * Changes what an account shares.
 * @throws ToolsError SHARE_PATH_REFUSED, SHARE_PATH_WITHIN, SHARING_IS_OFF, and as relinkAccount
 */
export async function shareAccount(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  change: SharingChange,
  { copy = false }: ShareOptions = {},
): Promise<Relinked> {
  const sharing = sharingAfter(ctx, tool, account, change);
  return relinkAccount(ctx, tool, account, { sharing }, { verb: `share ${change.kind}`, copy });
}

/** What a change would do. */
export interface SharingPlan extends DrainPreview {
  readonly sharing: StoredAccount['sharing'];
  /** Labels of the other accounts that share in that root. */
  readonly others: readonly string[];
  /** What the account would have in common with them, and has not now. */
  readonly gains: readonly string[];
  /** What the account would not see any more. */
  readonly loses: readonly string[];
}

/** Changes nothing. @throws ToolsError SHARE_PATH_REFUSED, SHARE_PATH_WITHIN, SHARING_IS_OFF */
export async function planSharing(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  change: SharingChange,
): Promise<SharingPlan> {
  const sharing = sharingAfter(ctx, tool, account, change);
  const next = { ...account, sharing };
  const others = sharersOf(ctx, tool.id, account.root).filter(({ id }) => id !== account.id);
  const shared = sharedEntries(ctx.host, tool, account);
  const { moves, conflicts, merges } = previewDrain(ctx, tool, next);
  return {
    sharing,
    others: others.map(({ label }) => label),
    gains: partingPaths(ctx, tool, next, account),
    loses: partingPaths(ctx, tool, account, next),
    moves,
    conflicts,
    merges: merges.filter((path) => !shared.some((entry) => entry.path === path)),
  };
}

/** What is shared before and not after, named as an account parts it. */
function partingPaths(
  ctx: AccountsContext,
  tool: AITool,
  before: StoredAccount,
  after: StoredAccount,
): readonly string[] {
  const left = sharedEntries(ctx.host, tool, after);
  const isLeft = (path: string) => left.some((entry) => canLieAtOrBelow(path, entry.path));
  const gone = leavingPaths(ctx, tool, before, after).filter((path) => !isLeft(path));
  const { on, except } = after.sharing;
  const parted =
    before.sharing.on && on ? except.filter((path) => !before.sharing.except.includes(path)) : [];
  return [...new Set([...gone, ...parted])].sort();
}

/** What account.json is to say. @throws ToolsError SHARE_PATH_REFUSED, SHARE_PATH_WITHIN, SHARING_IS_OFF */
export function sharingAfter(
  ctx: AccountsContext,
  tool: AITool,
  { label, sharing }: StoredAccount,
  change: SharingChange,
): StoredAccount['sharing'] {
  if (!('paths' in change)) return { ...sharing, on: change.kind === 'on' };
  const paths = change.paths.map((path) => shareablePath(ctx.host, tool, path));
  if (!sharing.on) throw new ToolsError('SHARING_IS_OFF', { tool: tool.id, label });
  const isIn = (path: string) => paths.some((each) => canLieAtOrBelow(path, each));
  const others = sharing.except.filter((path) => !isIn(path));
  if (change.kind === 'remove') return { on: true, except: [...others, ...new Set(paths)].sort() };
  for (const path of paths) {
    const above = others.find((each) => canLieAtOrBelow(path, each));
    if (above === undefined) continue;
    throw new ToolsError('SHARE_PATH_WITHIN', { tool: tool.id, label, path, above });
  }
  return { on: true, except: others };
}
