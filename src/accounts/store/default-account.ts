import {
  ensureFolder,
  ensureLayout,
  isDefaultFile,
  type JournalEntry,
  readJson,
  removeTree,
  withLock,
  writeJson,
} from '../../state/index.ts';
import { type Account, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf, readAccount } from './account-file.ts';
import { toolFolder } from './account-folders.ts';
import { quietly, withJournal } from './with-journal.ts';

/** The global default of a tool. `removed`: there was one, and it is gone, so nothing is chosen. */
export type DefaultChoice =
  | { readonly state: 'none' }
  | { readonly state: 'removed' }
  | { readonly state: 'account'; readonly id: string }
  | { readonly state: 'system' };

/**
 * What is chosen for everywhere. A default whose account is no more is one that was removed: an id is never used
 * again.
 * @throws ToolsError STATE_DAMAGED
 */
export function readDefault(ctx: AccountsContext, tool: string): DefaultChoice {
  const stored = readStored(ctx, tool);
  if (stored === undefined) return { state: 'none' };
  if (stored === null) return { state: 'removed' };
  if (stored === systemLabel) return { state: 'system' };
  return ctx.host.files.lstat(accountFileOf(ctx, tool, stored))
    ? { state: 'account', id: stored }
    : { state: 'removed' };
}

/** @throws ToolsError BUSY, and those of writing */
export async function setDefault(ctx: AccountsContext, account: Account): Promise<void> {
  const id = account.kind === 'system' ? systemLabel : account.id;
  await changeDefault(ctx, account.tool, () => id);
}

/**
 * Leaves a tombstone where a default was: from then on nothing is chosen. False: there was no default.
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function clearDefault(ctx: AccountsContext, tool: string): Promise<boolean> {
  return changeDefault(ctx, tool, (stored) => (stored === undefined ? undefined : null));
}

/**
 * After an account was removed: the same, only while it is that one that is the default. The journal knows of it as
 * a part of that removal.
 */
export async function clearDefaultOf(ctx: AccountsContext, tool: string, id: string): Promise<void> {
  await changeDefault(
    ctx,
    tool,
    (stored) => (stored === id ? null : stored),
    (_entry, change) => change(),
  );
}

/**
 * Before an account comes back that was the default: where nothing was chosen since, it is the default again. Until
 * it is there that says no more than that nothing is chosen. The journal knows of it as a part of its coming back.
 */
export async function returnDefaultTo(ctx: AccountsContext, tool: string, id: string): Promise<void> {
  await changeDefault(
    ctx,
    tool,
    (stored) => (stored === null ? id : stored),
    (_entry, change) => change(),
  );
}

/** What defaults/<tool> says: an id, `system`, null for a tombstone, undefined for nothing. */
type Stored = string | null | undefined;

/**
 * Puts back what was there before, while it is what it was made since. False: it is something else.
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function restoreDefault(
  ctx: AccountsContext,
  tool: string,
  { from, to }: { readonly from: Stored; readonly to: Stored },
): Promise<boolean> {
  return changeDefault(ctx, tool, (stored) => (stored === to ? from : stored));
}

/** `next` gives what it was given to leave it as it is. */
async function changeDefault(
  ctx: AccountsContext,
  tool: string,
  next: (stored: Stored) => Stored,
  journalled: (entry: JournalEntry, change: () => Promise<void>) => Promise<void> = (entry, change) =>
    withJournal(ctx, entry, change),
): Promise<boolean> {
  const { host, paths } = ctx;
  toolFolder(ctx, tool);
  ensureLayout(host, paths);
  ensureFolder(host, paths.defaults);
  const lock = host.path.join(paths.defaults, `.${tool}`);
  return withLock(
    host,
    lock,
    `the default account of ${tool}`,
    async ({ assertOurs }) => {
      const before = readStored(ctx, tool);
      const account = next(before);
      if (account === before) return false;
      const label = labelOf(ctx, tool, account);
      const what = {
        ...(label !== undefined && { label }),
        ...(before !== undefined && { from: before }),
        ...(account !== undefined && { to: account }),
      };
      await journalled({ verb: 'default', tool, account: account ?? null, what }, async () => {
        const file = paths.defaultOf(tool);
        const value = { schemaVersion: 1, account: account ?? null, at: host.now().toISOString() } as const;
        if (account !== undefined)
          await writeJson(host, file, 'default', value, { beforeCommit: assertOurs });
        else removeTree(host, file);
      });
      return true;
    },
    { tell: ctx.tell },
  );
}

/** For people, in the journal; undefined where there is none, or it can't be read now. */
function labelOf(ctx: AccountsContext, tool: string, account: Stored): string | undefined {
  if (account === systemLabel) return systemLabel;
  let label: string | undefined;
  quietly(() => {
    if (account) label = readAccount(ctx, tool, account)?.label;
  });
  return label;
}

function readStored(ctx: AccountsContext, tool: string): Stored {
  return readJson(ctx.host, ctx.paths.defaultOf(tool), isDefaultFile)?.account;
}
