import {
  type AccountsContext,
  foldLabel,
  hasLeftLogin,
  homeProblem,
  liesElsewhere,
  listAccounts,
  loginState,
  pathsOf,
  rootStateOf,
  type StoredAccount,
  storedTools,
  unfinishedAccounts,
} from '../accounts/index.ts';
import { installationFolders } from '../install/index.ts';
import { isLink, listTrash, namesIn, treeSize } from '../state/index.ts';
import { pluginHoldings } from './plugin-holdings.ts';

/** Something in our folder that nobody but its owner may give up. */
export interface Holding {
  /** What of our folder stays where it is kept; absolute. The first is where it lies. */
  readonly paths: readonly string[];
  /** What it is, for people. */
  readonly what: string;
  /** A login, or what may be one, is in it. */
  readonly hasLogin: boolean;
}

/** Accounts, accumulated state, plugins and what lies in the trash that hold more than what we wrote ourselves. */
export async function whatHolds(ctx: AccountsContext): Promise<readonly Holding[]> {
  return [
    ...(await accountHoldings(ctx)),
    ...unfinishedHoldings(ctx),
    ...rootHoldings(ctx),
    ...conflictHoldings(ctx),
    ...pluginHoldings(ctx),
    ...trashHoldings(ctx),
  ];
}

async function accountHoldings(ctx: AccountsContext): Promise<readonly Holding[]> {
  const holdings: Holding[] = [];
  for (const { tool, id, account, damage } of listAccounts(ctx)) {
    const folder = ctx.paths.accountFolder(tool, id);
    if (damage || !account) {
      holdings.push({ paths: [folder], what: `${tool}, an account that can't be read`, hasLogin: true });
      continue;
    }
    const isImported = liesElsewhere(ctx, account) && account.kind === 'login';
    if (isImported) continue;
    const hasLogin = (await mayHaveLogin(ctx, account)) || (await hasLeftLogin(ctx, account));
    if (!hasLogin && !holdsMore(ctx, account)) continue;
    const used = [account.root, account.installation].flatMap((name) => lastingParts(ctx, tool, name));
    const claim = ctx.paths.labelOf(tool, foldLabel(account.label));
    holdings.push({ paths: [folder, claim, ...used], what: `${tool}#${account.label}`, hasLogin });
  }
  return holdings;
}

/** A login that was cut off may have come as far as to be one, and then lies nowhere else. */
function unfinishedHoldings(ctx: AccountsContext): readonly Holding[] {
  return storedTools(ctx).flatMap((tool) =>
    unfinishedAccounts(ctx, tool)
      .map((id) => ctx.paths.accountFolder(tool, id))
      .filter((folder) => namesIn(ctx.host, ctx.host.path.join(folder, 'home')).length > 0)
      .map((folder) => ({
        paths: [folder],
        what: `${tool}, an account that was never finished`,
        hasLogin: true,
      })),
  );
}

/** Where nobody can tell it may. */
async function mayHaveLogin(ctx: AccountsContext, account: StoredAccount): Promise<boolean> {
  const tool = ctx.registry.tool(account.tool);
  if (!tool || (account.kind === 'login' && homeProblem(ctx, account))) return true;
  const { state } = await loginState(ctx, tool, account);
  return state !== 'loggedOut' && !(state === 'unknown' && namesIn(ctx.host, account.home).length === 0);
}

/** Files of the tool's own, or the user's, beside the settings that we put there. */
function holdsMore(ctx: AccountsContext, account: StoredAccount): boolean {
  const tool = ctx.registry.tool(account.tool);
  if (!tool) return true;
  const paths = pathsOf(ctx, tool, account);
  const written = [...(tool.relocation?.settings ?? []), ...(tool.retention ?? [])].map((each) =>
    paths.fileOf(each),
  );
  return fileBelow(ctx, account.home, new Set(written));
}

function fileBelow(ctx: AccountsContext, folder: string, except: ReadonlySet<string>): boolean {
  const { host } = ctx;
  return namesIn(host, folder).some((name) => {
    const path = host.path.join(folder, name);
    const stat = host.files.lstat(path);
    if (!stat || except.has(path) || isLink(host, path, stat)) return false;
    return stat.isDirectory() ? fileBelow(ctx, path, except) : true;
  });
}

/** Also those of installations that are gone, or were never finished. */
function rootHoldings(ctx: AccountsContext): readonly Holding[] {
  return namesIn(ctx.host, ctx.paths.installations).flatMap((id) =>
    installationFolders(ctx.host, ctx.paths, { id }).flatMap((name) => {
      const { files, bytes } = rootStateOf(ctx, { id }, name);
      const what = `what accounts gathered in the root of ${id}@${name} (${files} ${files === 1 ? 'file' : 'files'})`;
      // Files that we made for links to lead to are empty until somebody writes there.
      return bytes > 0 ? [{ paths: lastingParts(ctx, id, name), what, hasLogin: false }] : [];
    }),
  );
}

/** All but the programs, which can be installed again. */
function lastingParts({ host, paths }: AccountsContext, tool: string, name: string): readonly string[] {
  const folder = paths.installationFolder(tool, name);
  const entries = namesIn(host, folder).filter((entry) => entry !== 'versions' && entry !== 'shared');
  return [paths.sharedFolder(tool, name), ...entries.map((entry) => host.path.join(folder, entry))];
}

function conflictHoldings({ host, paths }: AccountsContext): readonly Holding[] {
  const { files } = treeSize(host, paths.conflicts);
  if (files === 0) return [];
  return [{ paths: [paths.conflicts], what: 'copies of what was changed in two places', hasLogin: false }];
}

/** Whole accounts and what was in the way: nobody looks for what in it is a login. */
function trashHoldings(ctx: AccountsContext): readonly Holding[] {
  const { host, paths } = ctx;
  return listTrash(host, paths).flatMap(({ id, what, content }) =>
    content !== null && treeSize(host, content).files > 0
      ? [{ paths: [host.path.join(paths.trash, id)], what: `${what}, in the trash`, hasLogin: true }]
      : [],
  );
}
