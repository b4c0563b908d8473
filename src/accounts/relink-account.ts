import type { AITool } from '../registry/index.ts';
import type { StoredAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { requireQuiet } from './home/at-rest.ts';
import { requireOwnHome } from './home/own-home.ts';
import { bringToRest } from './login/bring-to-rest.ts';
import { settleLogin } from './login/settle-login.ts';
import { assertRetention } from './sharing/assert-retention.ts';
import { disassembleHome } from './sharing/disassemble-home.ts';
import { expandEntries } from './sharing/expand-entries.ts';
import { type FormerHome, formerHome, restoreFormerHome } from './sharing/former-home.ts';
import { type SharedEntry, sharedEntries } from './sharing/share-plan.ts';
import { ensureRoot } from './sharing/shared-root.ts';
import { withAccountLock } from './store/account-lock.ts';
import { withHome } from './store/account-store.ts';
import { changeAccountFile, currentAccount } from './store/update-account.ts';
import { withInstallation } from './store/with-installation.ts';
import { withJournal } from './store/with-journal.ts';
import { heedRemade } from './sync/heed-remade.ts';
import { type Joined, joinRoot } from './sync/join-root.ts';
import { leaveRoot } from './sync/leave-root.ts';
import { tellJoined } from './sync/tell-joined.ts';
import { voidBase } from './sync/void-base.ts';

/** What an account shares, and in which root. */
export type RootUse = Pick<StoredAccount, 'sharing' | 'root' | 'installation'>;

export interface Relinked {
  readonly account: StoredAccount;
  readonly before: RootUse;
  /** Paths of the home that are no links into a shared root any more. */
  readonly unlinked: readonly string[];
  readonly joined: Joined | undefined;
}

export interface RelinkWays {
  readonly verb: string;
  /** What is shared no more is left in the home as a copy. */
  readonly copy?: boolean;
  /** Of a home that is to share nothing: how it was, as the journal noted it. */
  readonly former?: FormerHome | undefined;
}

/**
 * Changes what an account shares, or in which root: what it changed is brought to the root it leaves, links that
 * are not to be go, and what is to be shared from now on comes. Whoever dies before account.json is written leaves
 * an account that the next launch links as it was; after it, one that the next launch links as it is to be.
 * @throws ToolsError ACCOUNT_RUNNING, LOGIN_UNDER_WAY, BUSY, ROOT_GONE, RETENTION_UNSAFE, and those of writing
 */
export async function relinkAccount(
  ctx: AccountsContext,
  tool: AITool,
  known: StoredAccount,
  change: Partial<RootUse>,
  { verb, copy = false, former }: RelinkWays,
): Promise<Relinked> {
  requireOwnHome(ctx, tool, known);
  const account = withHome(ctx, await settleLogin(ctx, tool, known));
  const next = { ...account, ...change };
  await bringToRest(ctx, tool, account);
  const was = JSON.stringify(formerHome(ctx, tool, next));
  if (sharedEntries(ctx.host, tool, next).length > 0) {
    // What would stop each launch afterwards stops this instead.
    await ensureRoot(ctx, tool.id, next.root);
    await heedRemade(ctx, tool, account);
    assertRetention(ctx, tool, next);
  }
  await leaveRoot(ctx, tool, account);
  const [unlinked, changed] = await withAccountLock(ctx, account, async (lock) => {
    currentAccount(ctx, account);
    requireQuiet(ctx, tool, account);
    const [from, to] = [account, next].map((each) => JSON.stringify(useOf(each)));
    const relink = async () => {
      const paths = leavingPaths(ctx, tool, account, next);
      const isAll = !next.sharing.on || next.root !== account.root;
      const which = isAll ? { copy } : { paths, copy };
      const gone = isAll || paths.length > 0 ? await disassembleHome(ctx, tool, account, which) : [];
      const write = () => changeAccountFile(ctx, account, useOf(next), lock);
      const written =
        next.installation === account.installation
          ? await write()
          : await withInstallation(ctx, tool.id, next.installation, write);
      if (former !== undefined && !next.sharing.on) restoreFormerHome(ctx, tool, account, former);
      voidBase(ctx, written);
      return [gone, written] as const;
    };
    const what = { label: account.label, from: from ?? '', to: to ?? '', copy, was };
    // What is asked for holds already: nobody could take that back.
    if (from === to) return relink();
    return withJournal(ctx, { verb, tool: tool.id, account: account.id, what }, relink);
  });
  const joined = await joinRoot(ctx, tool, changed);
  tellJoined(ctx, changed, joined, { isNew: true });
  return { account: changed, before: useOf(account), unlinked, joined };
}

/** Where links are that the account is not to have, or not in that way. */
export function leavingPaths(
  ctx: AccountsContext,
  tool: AITool,
  before: StoredAccount,
  next: StoredAccount,
): readonly string[] {
  const folders = [before.home, ctx.paths.sharedFolder(before.tool, before.root)];
  const expanded = (account: StoredAccount) =>
    expandEntries(ctx.host, sharedEntries(ctx.host, tool, account), folders);
  const stays = before.root === next.root ? expanded(next) : [];
  const isSame = (one: SharedEntry) => stays.some(({ path, how }) => path === one.path && how === one.how);
  return expanded(before)
    .filter((entry) => !isSame(entry))
    .map(({ path }) => path);
}

function useOf({ sharing, root, installation }: StoredAccount): RootUse {
  return { sharing, root, installation };
}
