import { ToolsError } from '../errors/index.ts';
import type { AITool } from '../registry/index.ts';
import { moveToTrash, removeTree, sweepConflicts, sweepTrash } from '../state/index.ts';
import { type StoredAccount, systemLabel } from './account.ts';
import { readLinks } from './bindings/links.ts';
import type { AccountsContext } from './context.ts';
import { recordFolder } from './fast/launch-record.ts';
import { foreignHome, liesElsewhere } from './home/own-home.ts';
import { bringToRest } from './login/bring-to-rest.ts';
import { requireNoRenewal } from './login/login-journal.ts';
import { disassembleHome } from './sharing/disassemble-home.ts';
import { withAccountLock } from './store/account-lock.ts';
import { findStoredAccount, homeProblem, listAccounts } from './store/account-store.ts';
import { clearDefaultOf, readDefault } from './store/default-account.ts';
import { foldLabel } from './store/label.ts';
import { labelClaims, releaseOthers } from './store/label-claim.ts';
import { requireAtRest } from './store/live-mark.ts';
import { settleTool } from './store/settle-account.ts';
import { sharersOf } from './store/sharers.ts';
import { quietly, withJournal } from './store/with-journal.ts';
import { leaveRoot } from './sync/leave-root.ts';

export interface RemovedAccount {
  readonly tool: string;
  readonly label: string;
  readonly id: string;
  /** Where its folder lies now, home and all. */
  readonly trash: string;
  /** It was the default: nothing is chosen now. */
  readonly wasDefault: boolean;
  /** Its home, which was imported and is where it always was. */
  readonly stays?: string;
  /** Directories that are linked to it: nothing is started there until that is changed. */
  readonly links: readonly string[];
  /** The root that it shared in, which stays as it is, and who shares there still. */
  readonly shared?: { readonly root: string; readonly others: readonly string[] };
}

/**
 * Moves an account to the trash in one step, home and all, also one whose account.json is damaged. Asks nothing.
 * Daemons of the home, which hold its login, are stopped first, and what it changed of what is shared is brought to
 * the root, which stays as it is. A home that was imported stays where it is, with copies in the place of our links.
 * @throws ToolsError SYSTEM_ACCOUNT_REFUSED, ACCOUNT_NOT_FOUND, ACCOUNT_RUNNING, LOGIN_UNDER_WAY, BUSY, NOT_PUSHED,
 *   MOVE_FAILED, WRITE_FAILED
 */
export async function removeAccount(
  ctx: AccountsContext,
  tool: string,
  label: string,
): Promise<RemovedAccount> {
  const id = idToRemove(ctx, tool, label);
  await endWhatRuns(ctx, tool, id);
  await settleTool(ctx, tool);
  return withAccountLock(ctx, { tool, id, label }, () => remove(ctx, { tool, id, label }));
}

type Target = Pick<RemovedAccount, 'tool' | 'id' | 'label'>;

async function remove(ctx: AccountsContext, target: Target): Promise<RemovedAccount> {
  const { tool, id, label } = target;
  if (idToRemove(ctx, tool, label) !== id) throw new ToolsError('ACCOUNT_NOT_FOUND', { tool, label });
  requireAtRest(ctx, target);
  const isDefault = isDefaultOf(ctx, tool, id);
  const account = accountOf(ctx, tool, id);
  const what = { folder: ctx.paths.accountFolder(tool, id), label, wasDefault: isDefault };
  const trash = await withJournal(ctx, { verb: 'remove', tool, account: id, what }, () =>
    moveToTrash(ctx.host, ctx.paths, what.folder, `${tool}#${label}`),
  );
  // It is gone from here on. A default or a claim that names it holds nothing any more.
  quietly(() => releaseOthers(ctx, target, undefined, labelClaims(ctx, tool).keys()));
  if (isDefault) await clearDefaultOf(ctx, tool, id);
  for (const folder of [recordFolder(ctx, tool, id), ctx.host.path.join(ctx.paths.cache, 'answers')])
    quietly(() => removeTree(ctx.host, folder));
  quietly(() => sweepTrash(ctx.host, ctx.paths));
  quietly(() => sweepConflicts(ctx.host, ctx.paths));
  const stays = account && liesElsewhere(ctx, account) ? { stays: account.home } : {};
  const links = linkedTo(ctx, tool, id);
  return { ...target, trash, wasDefault: isDefault, ...stays, links, ...sharedBy(ctx, account) };
}

/** It is removed already: a table that can't be read is for others to tell. */
function linkedTo(ctx: AccountsContext, tool: string, id: string): readonly string[] {
  let directories: readonly string[] = [];
  quietly(() => {
    directories = Object.entries(readLinks(ctx)).flatMap(([directory, tools]) =>
      tools[tool] === id ? directory : [],
    );
  });
  return directories;
}

function sharedBy(ctx: AccountsContext, account: StoredAccount | undefined): Pick<RemovedAccount, 'shared'> {
  if (!account?.sharing.on) return {};
  const { tool, root } = account;
  if (!ctx.host.files.lstat(ctx.paths.sharedFolder(tool, root))) return {};
  return { shared: { root, others: sharersOf(ctx, tool, root).map(({ label }) => label) } };
}

/** undefined: it can't be read. */
function accountOf(ctx: AccountsContext, tool: string, id: string): StoredAccount | undefined {
  return listAccounts(ctx, tool).find((each) => each.id === id)?.account;
}

/** Nothing but marks can be looked at where the tool is not known, or the account can't be read. */
async function endWhatRuns(ctx: AccountsContext, tool: string, id: string): Promise<void> {
  const account = accountOf(ctx, tool, id);
  if (!account) return;
  requireNoRenewal(ctx, account);
  const known = ctx.registry.tool(tool);
  if (!known || homeProblem(ctx, account) || foreignHome(ctx, known, account)) return;
  await bringToRest(ctx, known, account);
  await leaveRoot(ctx, known, account, { isLast: true });
  if (liesElsewhere(ctx, account)) await giveBack(ctx, known, account);
}

/** Started there without us, the tool would delete through links of ours what others see. */
async function giveBack(ctx: AccountsContext, tool: AITool, account: StoredAccount): Promise<void> {
  try {
    await disassembleHome(ctx, tool, account, { copy: true });
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'ROOT_GONE') throw error;
    await disassembleHome(ctx, tool, account);
  }
}

/** Found by its claim, where it can't be read. */
function idToRemove(ctx: AccountsContext, tool: string, label: string): string {
  if (label !== systemLabel) {
    const damaged = listAccounts(ctx, tool).find(({ claimed }) => claimed === foldLabel(label));
    if (damaged) return damaged.id;
  }
  return findStoredAccount(ctx, tool, label, 'remove').id;
}

function isDefaultOf(ctx: AccountsContext, tool: string, id: string): boolean {
  const choice = readDefault(ctx, tool);
  return choice.state === 'account' && choice.id === id;
}
