import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { listTrash, type TrashEntry, takeFromTrash } from '../state/index.ts';
import { type StoredAccount, systemAccount } from './account.ts';
import type { AccountsContext } from './context.ts';
import { credentialIn } from './home/credential.ts';
import { type HomePaths, pathsIn, pathsOf } from './home/home-paths.ts';
import { identityIn } from './home/identity.ts';
import { isSameLogin } from './home/identity-guard.ts';
import { liesElsewhere, whoseDirectory } from './home/own-home.ts';
import { homeHolder } from './imported-home.ts';
import { removeLogin } from './login/remove-login.ts';
import { readAccount, readAccountAt } from './store/account-file.ts';
import { withAccountLock } from './store/account-lock.ts';
import { listAccounts } from './store/account-store.ts';
import { returnDefaultTo } from './store/default-account.ts';
import { foldLabel } from './store/label.ts';
import { claimedId, releaseLabel } from './store/label-claim.ts';
import { takeLabel } from './store/take-label.ts';
import { quietly, withJournal } from './store/with-journal.ts';

/** An account that lies in the trash. */
export interface TrashedAccount {
  readonly account: StoredAccount;
  /** Who has a newer login of that identity, as an address: it comes back without its own. */
  readonly newerLogin: string | undefined;
}

/** Why it can't come back, as a clause; with the nearest command where there is one. */
export interface Unrestorable {
  readonly why: string;
  readonly instead?: string;
}

interface Found extends TrashedAccount {
  readonly tool: AITool;
  readonly entry: TrashEntry;
  /** Of its home, where that lies now. */
  readonly paths: HomePaths;
}

/** What would come back. Changes nothing. @throws ToolsError STATE_UNREADABLE */
export async function planRestore(
  ctx: AccountsContext,
  tool: string,
  id: string,
): Promise<TrashedAccount | Unrestorable> {
  const found = await findInTrash(ctx, tool, id);
  return 'why' in found ? found : { account: found.account, newerLogin: found.newerLogin };
}

/**
 * Brings an account back out of the trash: home, label, login and all, and as the default where it was that and
 * nothing was chosen since. Without its login where its identity has a newer one by now.
 * @throws ToolsError ACCOUNT_NOT_FOUND (it can't come back), LABEL_TAKEN, BUSY, and those of writing
 */
export async function restoreAccount(
  ctx: AccountsContext,
  tool: string,
  id: string,
  { wasDefault }: { readonly wasDefault: boolean },
): Promise<TrashedAccount> {
  return withAccountLock(ctx, { tool, id }, async () => {
    const found = await findInTrash(ctx, tool, id);
    if ('why' in found) throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label: id, because: found.why });
    const { account, newerLogin } = found;
    const what = { label: account.label, wasDefault };
    await takeLabel(ctx, tool, account.label, id);
    try {
      await withJournal(ctx, { verb: 'account restore', tool, account: id, what }, async () => {
        if (newerLogin !== undefined) removeLogin(ctx.host, found.tool, found.paths);
        if (wasDefault) await returnDefaultTo(ctx, tool, id);
        // The moment at which it is there again.
        takeFromTrash(ctx.host, ctx.paths, found.entry);
      });
    } finally {
      quietly(() => {
        if (!readAccount(ctx, tool, id)) releaseLabel(ctx, tool, foldLabel(account.label), id);
      });
    }
    return { account, newerLogin };
  });
}

async function findInTrash(ctx: AccountsContext, toolId: string, id: string): Promise<Found | Unrestorable> {
  const { host, paths } = ctx;
  const tool = ctx.registry.tool(toolId);
  if (!tool) return { why: `no tool "${toolId}" is known` };
  const folder = paths.accountFolder(toolId, id);
  const entry = listTrash(host, paths).findLast(({ from, content }) => from === folder && content !== null);
  if (!entry?.content) return { why: 'it lies in the trash no more', instead: `tools login ${toolId}` };
  const account = readAccountAt(ctx, entry.content, { tool: toolId, id });
  if (!account) return { why: `there is no account in ${entry.content}` };
  const hindrance = hindranceOf(ctx, tool, account);
  if (hindrance) return hindrance;
  const isElsewhere = liesElsewhere(ctx, account);
  const home = isElsewhere
    ? account.home
    : host.path.join(entry.content, host.path.relative(folder, account.home));
  const there = pathsIn(host, tool, home);
  const newerLogin = isElsewhere ? undefined : await newerHolder(ctx, tool, account, there);
  if (newerLogin === undefined) return { account, newerLogin, tool, entry, paths: there };
  const { store } = await credentialIn(ctx, tool, there, account.home);
  if (store === 'keychain')
    return {
      why: `${newerLogin} has a newer login, and its own is in the keychain, where we take nothing away`,
      instead: `tools run ${newerLogin}`,
    };
  return { account, newerLogin, tool, entry, paths: there };
}

function hindranceOf(ctx: AccountsContext, tool: AITool, account: StoredAccount): Unrestorable | undefined {
  const { id, label, home } = account;
  const holder = claimedId(ctx, tool.id, foldLabel(label));
  if (holder !== undefined && holder !== id && listAccounts(ctx, tool.id).some((each) => each.id === holder))
    return {
      why: `another account of ${tool.id} is called ${label} by now`,
      instead: `tools rename ${tool.id} ${label} NEW-LABEL`,
    };
  if (!liesElsewhere(ctx, account)) return undefined;
  const whose = whoseDirectory(ctx, tool, home) ?? homeHolder(ctx, home);
  if (whose !== undefined) return { why: `its directory ${home} belongs to ${whose} by now` };
  return ctx.host.files.stat(home)?.isDirectory() ? undefined : { why: `its directory ${home} is gone` };
}

/** Who has logged in as that identity after the account did, as an address. */
async function newerHolder(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  there: HomePaths,
): Promise<string | undefined> {
  if (account.kind === 'key') return undefined;
  const identity = { ...account.identity, ...identityIn(ctx.host, tool, there, account.id).identity };
  const since = loginTime(ctx, tool, there);
  const stored = listAccounts(ctx, tool.id).flatMap((each) =>
    each.account?.kind === 'login' ? [each.account] : [],
  );
  for (const other of [...stored, systemAccount(tool.id)]) {
    const paths = pathsOf(ctx, tool, other);
    if (!isSameLogin(identity, identityIn(ctx.host, tool, paths, account.id).identity)) continue;
    const { store } = await credentialIn(ctx, tool, paths, other.kind === 'system' ? null : other.home);
    // Of one in the keychain nobody can tell how old it is.
    if (store === 'keychain' || (store === 'file' && loginTime(ctx, tool, paths) > since))
      return `${tool.id}#${other.label}`;
  }
  return undefined;
}

/** When what can log in was last written; long ago, where that lies in no file. */
function loginTime({ host }: AccountsContext, tool: AITool, paths: HomePaths): number {
  const parts = (tool.login ?? []).filter(
    ({ usable, format }) => usable !== undefined || format === 'binary',
  );
  return Math.max(0, ...parts.map((part) => host.files.stat(paths.fileOf(part))?.mtimeMs ?? 0));
}
