import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { readRoot, type SharedRoot } from './sharing/shared-root.ts';
import { readAccount } from './store/account-file.ts';
import { sharersOf } from './store/sharers.ts';
import type { SyncWish } from './sync/file-task.ts';
import { dropKept, keptOf, pointersKept, takeKept } from './sync/kept-values.ts';
import { fileTasks, syncHome } from './sync/sync-home.ts';
import { joinReports, nothingDone, type SyncReport } from './sync/sync-report.ts';

/** What became of one account, and what is open still. */
export interface SyncedAccount extends SyncReport {
  readonly tool: string;
  readonly label: string;
  readonly id: string;
  /** Values that lost within the last 30 days, and can still be taken. */
  readonly lost: readonly LostValues[];
}

export interface LostValues {
  /** The home path of the file. */
  readonly path: string;
  readonly pointers: readonly string[];
  /** RFC 3339. */
  readonly at: string;
  /** Where they lie. */
  readonly kept: string;
}

export interface SyncedRoots {
  readonly accounts: readonly SyncedAccount[];
  /** Roots that are gone or damaged: their accounts are left alone. */
  readonly problems: readonly ToolsError[];
}

/**
 * Brings what every account of their roots changed to the root, and from there to these accounts, unless something
 * lives in them; where that can't be told somebody who asks for this is believed. With `accept` and `take` what was
 * held or in conflict is decided.
 */
export async function syncAccounts(
  ctx: AccountsContext,
  accounts: readonly StoredAccount[],
  wish: Pick<SyncWish, 'accept' | 'take' | 'dryRun'> = {},
): Promise<SyncedRoots> {
  const synced: SyncedAccount[] = [];
  const problems: ToolsError[] = [];
  for (const chosen of byRoot(accounts)) {
    try {
      synced.push(...(await syncOneRoot(ctx, chosen, wish)));
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      problems.push(error);
    }
  }
  return { accounts: synced, problems };
}

/** Milliseconds that a person waits for others who are at the same files. */
const patienceOfPerson = 10_000;

async function syncOneRoot(
  ctx: AccountsContext,
  chosen: readonly StoredAccount[],
  wish: Pick<SyncWish, 'accept' | 'take' | 'dryRun'>,
): Promise<readonly SyncedAccount[]> {
  const [{ tool: id, root: name } = { tool: '', root: '' }] = chosen;
  const tool = ctx.registry.tool(id);
  const root = tool && readRoot(ctx, id, name);
  if (!root) return [];
  const patience = { left: patienceOfPerson };
  const pushed = new Map<string, SyncReport>();
  const sharers = sharersOf(ctx, id, name);
  const steps = sharers.length + chosen.length;
  for (const [at, member] of sharers.entries()) {
    ctx.progress?.(at / steps, `reading ${id}#${member.label}`);
    const asked = { wish: { dryRun: wish.dryRun === true }, patience };
    pushed.set(member.id, await syncHome(ctx, root, tool, member, asked));
  }
  const synced: SyncedAccount[] = [];
  for (const [at, account] of chosen.entries()) {
    ctx.progress?.((sharers.length + at) / steps, `merging ${id}#${account.label}`);
    if (!wish.dryRun && wish.take) await settleKept(ctx, root, tool, account, wish.take);
    const all: SyncWish = { ...wish, pull: 'evenIfUnknown', thorough: true };
    const after = await syncHome(ctx, root, tool, account, { wish: all, patience });
    // Removed meanwhile: there is nothing to say of it.
    if (readAccount(ctx, id, account.id) === undefined) continue;
    const before = { ...nothingDone, pushed: pushed.get(account.id)?.pushed ?? [] };
    synced.push({ ...openOf(ctx, account), ...joinReports([before, after]) });
  }
  return synced;
}

/** Either side may be taken: the one that lost comes back, or is let go. */
async function settleKept(
  ctx: AccountsContext,
  root: SharedRoot,
  tool: AITool,
  account: StoredAccount,
  take: 'home' | 'shared',
): Promise<void> {
  const tasks = fileTasks(ctx, root, tool, account, {});
  for (const conflict of keptOf(ctx, account)) {
    const task = tasks.find(({ entry }) => entry.path === conflict.path);
    if (take === 'shared' || (task && (await takeKept(task, conflict)))) dropKept(ctx, conflict);
  }
}

function openOf(
  ctx: AccountsContext,
  account: StoredAccount,
): Pick<SyncedAccount, 'tool' | 'label' | 'id' | 'lost'> {
  const { tool, label, id } = account;
  const lost = keptOf(ctx, account).map((conflict) => {
    const { path, at, kept } = conflict;
    return { path, at, kept, pointers: pointersKept(ctx, conflict) };
  });
  return { tool, label, id, lost };
}

/** Those that share, root by root. */
function byRoot(accounts: readonly StoredAccount[]): readonly (readonly StoredAccount[])[] {
  const roots = new Map<string, StoredAccount[]>();
  for (const account of accounts.filter(({ sharing }) => sharing.on)) {
    const key = `${account.tool} ${account.root}`;
    roots.set(key, [...(roots.get(key) ?? []), account]);
  }
  return [...roots.values()];
}
