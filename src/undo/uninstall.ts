import {
  type AccountsContext,
  adoptionOf,
  bringToRest,
  homeProblem,
  liesElsewhere,
  listAccounts,
  removeAccount,
  requireAtRest,
  requireNoLogin,
  requireNotRunning,
  type StoredAccount,
  undoAdoption,
} from '../accounts/index.ts';
import { ToolsError } from '../errors/index.ts';
import { installationNames } from '../install/index.ts';
import { initShells, isChanged, planRemoval, removeInit, writtenFiles } from '../shells/index.ts';
import { copiesOnPath, foreignFiles, shimsHere } from '../shims/index.ts';
import { checkLayout, writeJournal } from '../state/index.ts';
import { foreignEntries, removeOurFolder } from './remove-our-folder.ts';
import { type Holding, whatHolds } from './what-holds.ts';

/** What is ours on this computer, and what becomes of it. */
export interface UninstallPlan {
  /** Our folder. */
  readonly root: string;
  /** What is more than our own notes: kept or given up, but never without being asked about. */
  readonly holdings: readonly Holding[];
  /** Tools whose own directories were joined to a root: they get them back. */
  readonly adopted: readonly string[];
  /** Files of shells from which our lines go. */
  readonly shellFiles: readonly string[];
  /** Directories that were imported: they stay where they lie. */
  readonly imported: readonly { readonly account: string; readonly home: string }[];
  /** What others put into our folder, and copies of shims elsewhere: they stay. */
  readonly left: readonly string[];
}

/**
 * undefined: nothing of ours is there. Changes nothing.
 * @throws ToolsError LAYOUT_NEWER, STATE_DAMAGED, STATE_UNREADABLE, SHELL_FILE_UNUSABLE, SHELL_BLOCK_BROKEN
 */
export async function planUninstall(ctx: AccountsContext): Promise<UninstallPlan | undefined> {
  if (!checkLayout(ctx.host, ctx.paths)) return undefined;
  return {
    root: ctx.paths.root,
    holdings: await whatHolds(ctx),
    adopted: ctx.registry.all().flatMap((tool) => (adoptionOf(ctx, tool) ? [tool.id] : [])),
    shellFiles: initShells.flatMap((shell) =>
      planRemoval(ctx, { shell })
        .files.filter(isChanged)
        .map(({ file }) => file.path),
    ),
    imported: importedAccounts(ctx).map(({ tool, label, home }) => ({ account: `${tool}#${label}`, home })),
    left: [...foreignEntries(ctx), ...foreignFiles(ctx), ...copiesOnPath(ctx, shimsHere(ctx))],
  };
}

/**
 * Leaves this computer as it was without us. `homes`: what becomes of accounts that hold something, and of what they
 * share. Dying on the way leaves what the next call finishes.
 * @throws ToolsError UNINSTALL_UNDECIDED without `homes` where something is held; ACCOUNT_RUNNING, LOGIN_UNDER_WAY,
 *   INSTALLATION_RUNNING, BUSY; as undoAdoption, removeInit and removeAccount; REMOVE_FAILED
 */
export async function uninstall(
  ctx: AccountsContext,
  homes: 'keep' | 'trash' | undefined,
): Promise<UninstallPlan | undefined> {
  const plan = await planUninstall(ctx);
  if (!plan) return undefined;
  if (plan.holdings.length > 0 && homes === undefined)
    throw new ToolsError('UNINSTALL_UNDECIDED', { what: plan.holdings.map(({ what }) => what) });
  await bringAllToRest(ctx);
  writeJournal(ctx.host, ctx.paths, { verb: 'self uninstall', tool: null, account: null, what: {} });
  for (const id of plan.adopted) {
    const tool = ctx.registry.tool(id);
    if (tool) await undoAdoption(ctx, tool);
  }
  for (const { tool, label } of importedAccounts(ctx)) await removeAccount(ctx, tool, label);
  // The last first: folders that were made for the one before may hold its file.
  const written = Object.values(writtenFiles(ctx)).reverse();
  for (const shell of initShells.toSorted((a, b) => written.indexOf(a) - written.indexOf(b)))
    await removeInit(ctx, { shell });
  // What came back into a tool's own directory is no longer held by the root.
  const kept = homes === 'keep' ? (await whatHolds(ctx)).flatMap(({ paths }) => paths) : [];
  removeOurFolder(ctx, new Set([...kept, ...plan.left]));
  return plan;
}

/** Nobody may find a home, or a program, gone under him. */
async function bringAllToRest(ctx: AccountsContext): Promise<void> {
  await requireNoLogin(ctx);
  for (const { account } of listAccounts(ctx)) {
    if (!account) continue;
    const tool = ctx.registry.tool(account.tool);
    if (tool && !homeProblem(ctx, account)) await bringToRest(ctx, tool, account);
    else requireAtRest(ctx, account);
  }
  for (const tool of ctx.registry.all())
    for (const name of installationNames(ctx.host, ctx.paths, tool)) requireNotRunning(ctx, tool, name);
}

function importedAccounts(ctx: AccountsContext): readonly StoredAccount[] {
  return listAccounts(ctx).flatMap(({ account }) =>
    account?.kind === 'login' && liesElsewhere(ctx, account) ? [account] : [],
  );
}
