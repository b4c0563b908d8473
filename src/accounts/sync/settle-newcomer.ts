import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import type { SharingDecision } from '../sharing/choose-sharing.ts';
import { answerNewcomers, ensureRoot, readRoot } from '../sharing/shared-root.ts';
import { holdsSharedState } from '../sharing/system-state.ts';
import { type Joined, joinRoot } from './join-root.ts';
import { tellJoined, whyKept } from './tell-joined.ts';

/**
 * What follows when an account was made and it is known whether it shares. The account is there whatever fails
 * here, and its next launch does what is left.
 * @throws ToolsError SHARE_INCOMPLETE where sharing was asked for and something could not be shared
 */
export async function settleNewcomer(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { by }: SharingDecision,
): Promise<void> {
  const { root, label } = account;
  const isNewRoot = account.sharing.on && readRoot(ctx, tool.id, root) === undefined;
  const newcomers = account.sharing.on ? 'share' : 'private';
  if (by === 'answer') await answerNewcomers(ctx, await ensureRoot(ctx, tool.id, root), newcomers);
  if (by === 'silence') ctx.tell(notices.madePrivate({ tool: tool.id, label }));
  if (by === 'recorded') ctx.tell(notices.asAnswered({ tool: tool.id, label, on: account.sharing.on }));
  const joined = await joinRoot(ctx, tool, account);
  tellJoined(ctx, account, joined, { isNew: true });
  if (isNewRoot && joined && holdsSharedState(ctx, tool)) ctx.tell(notices.seedOffered({ tool: tool.id }));
  const items = notShared(joined);
  if (by === 'request' && items.length > 0)
    throw new ToolsError('SHARE_INCOMPLETE', { tool: tool.id, label, made: true, items });
}

/** What is not shared although it was to be, each with the reason in brackets. */
export function notShared(joined: Joined | undefined): readonly string[] {
  const kept = joined?.assembly?.kept.filter(({ why }) => why !== 'excepted') ?? [];
  return kept.map(({ path, why, problem }) => `${path} (${problem ?? whyKept[why]})`);
}
