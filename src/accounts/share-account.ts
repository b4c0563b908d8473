import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { leavingPaths, type Relinked, relinkAccount } from './relink-account.ts';
import { canLieAtOrBelow } from './sharing/home-facts.ts';
import { type DrainPreview, previewDrain } from './sharing/preview-drain.ts';
import { sharedEntries } from './sharing/share-plan.ts';
import { shareablePath } from './sharing/shareable-path.ts';

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
 * @throws ToolsError SHARE_PATH_REFUSED, SHARING_IS_OFF, and as relinkAccount
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
  /** What the account would not see any more. */
  readonly loses: readonly string[];
}

/** Changes nothing. @throws ToolsError SHARE_PATH_REFUSED, SHARING_IS_OFF */
export async function planSharing(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  change: SharingChange,
): Promise<SharingPlan> {
  const sharing = sharingAfter(ctx, tool, account, change);
  const next = { ...account, sharing };
  const left = sharedEntries(ctx.host, tool, next);
  const loses = leavingPaths(ctx, tool, account, next).filter(
    (path) => !left.some((entry) => canLieAtOrBelow(path, entry.path)),
  );
  const excepted = sharing.except.filter((path) => !account.sharing.except.includes(path));
  const parted = sharing.on ? excepted.filter((path) => !loses.includes(path)) : [];
  return { sharing, loses: [...loses, ...parted].sort(), ...previewDrain(ctx, tool, next) };
}

/** What account.json is to say. @throws ToolsError SHARE_PATH_REFUSED, SHARING_IS_OFF */
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
    const what = `in ${JSON.stringify(above)}, which ${label} keeps as a whole`;
    throw new ToolsError('SHARE_PATH_REFUSED', { tool: tool.id, path, what });
  }
  return { on: true, except: others };
}
