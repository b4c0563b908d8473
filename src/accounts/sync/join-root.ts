import { ToolsError } from '../../errors/index.ts';
import { errnoOf } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import { aside } from '../aside.ts';
import type { AccountsContext } from '../context.ts';
import { notices } from '../notices.ts';
import type { Assembly } from '../sharing/assembly.ts';
import { assertRetention } from '../sharing/assert-retention.ts';
import { sharedEntries } from '../sharing/share-plan.ts';
import { ensureRoot, readRoot } from '../sharing/shared-root.ts';
import { sweepLiveMarks } from '../store/live-mark.ts';
import { quietly } from '../store/with-journal.ts';
import { arrangeHome } from './arrange-home.ts';
import { heedRemade } from './heed-remade.ts';
import { markDirty } from './mark-dirty.ts';
import { settleSeed } from './publish-seed.ts';
import type { SyncReport } from './sync-report.ts';
import { syncRoot } from './sync-root.ts';

export interface Joined {
  /** Absent: the home was in order. */
  readonly assembly?: Assembly;
  readonly sync: SyncReport;
}

interface JoinOptions {
  /** What else can't be read or written of what is shared is told, and stops nothing either. */
  readonly mayBeStale?: boolean;
  /** What the tool made anew was looked for just before, as before any setting is asserted. */
  readonly isHeeded?: boolean;
  /** Nothing will be started. */
  readonly isLook?: boolean;
}

/**
 * Puts a home that shares in order before anything starts in it: nothing deletes by itself what others share, each
 * link is there, what other homes of the root changed has arrived. undefined: the account shares nothing, or
 * somebody else is at it for so long that the start does not wait: what is stale is harmless.
 * @throws ToolsError ROOT_GONE, RETENTION_UNSAFE, TOOL_FILE_DAMAGED, and those of reading and writing
 */
export async function joinRoot(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { mayBeStale = false, isHeeded = false, isLook = false }: JoinOptions = {},
): Promise<Joined | undefined> {
  if (sharedEntries(ctx.host, tool, account).length === 0) {
    // No merge will ever ask who has lived here.
    quietly(() => sweepLiveMarks(aside(ctx), account));
    return undefined;
  }
  if (!isHeeded) await heedRemade(ctx, tool, account);
  assertRetention(ctx, tool, account);
  const ensured = await unlessBusy(ctx, account, () => ensureRoot(ctx, tool.id, account.root));
  const root = ensured ?? readRoot(ctx, tool.id, account.root);
  if (!root) return undefined;
  const doing = mayBeStale ? unlessRefused : unlessBusy;
  const joined = await doing(ctx, account, async () => {
    await settleSeed(ctx, tool, root);
    let assembly: Assembly | undefined;
    const arrange = async () => {
      assembly = await arrangeHome(ctx, tool, account);
    };
    const sync = await syncRoot(ctx, tool, account, { arrange });
    return { ...(assembly && { assembly }), sync };
  });
  // Last of all: the sync takes away the marks of what it has read.
  if (!isLook) await doing(ctx, account, async () => markDirty(aside(ctx), root, account));
  return joined;
}

type Doing = <Result>(
  ctx: AccountsContext,
  account: StoredAccount,
  work: () => Promise<Result>,
) => Promise<Result | undefined>;

const unlessBusy: Doing = async (ctx, { tool, label }, work) => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'BUSY') throw error;
    ctx.tell(notices.sharedBusy({ tool, label }));
    return undefined;
  }
};

const unlessRefused: Doing = async (ctx, account, work) => {
  try {
    return await unlessBusy(ctx, account, work);
  } catch (error) {
    const isOurs = error instanceof ToolsError && error.code !== 'ROOT_GONE';
    const why = isOurs ? error.message : errnoOf(error);
    if (why === undefined) throw error;
    ctx.tell(notices.startsStale({ tool: account.tool, label: account.label, why }));
    return undefined;
  }
};
