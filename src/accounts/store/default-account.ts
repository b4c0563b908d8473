import {
  ensureFolder,
  ensureLayout,
  isDefaultFile,
  readJson,
  withLock,
  writeJson,
} from '../../state/index.ts';
import { type Account, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { accountFileOf } from './account-file.ts';
import { toolFolder } from './account-folders.ts';
import { withJournal } from './with-journal.ts';

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

/** After an account was removed: the same, only while it is that one that is the default. */
export async function clearDefaultOf(ctx: AccountsContext, tool: string, id: string): Promise<void> {
  await changeDefault(ctx, tool, (stored) => (stored === id ? null : undefined));
}

type Stored = string | null | undefined;

/** `next` gives undefined to leave it as it is. */
async function changeDefault(
  ctx: AccountsContext,
  tool: string,
  next: (stored: Stored) => Stored,
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
      if (account === undefined || account === before) return false;
      const what = { from: before ?? null, to: account };
      await withJournal(ctx, { verb: 'default', tool, account, what }, () =>
        writeJson(
          host,
          paths.defaultOf(tool),
          'default',
          { schemaVersion: 1, account, at: host.now().toISOString() },
          { beforeCommit: assertOurs },
        ),
      );
      return true;
    },
    { tell: ctx.tell },
  );
}

function readStored(ctx: AccountsContext, tool: string): Stored {
  return readJson(ctx.host, ctx.paths.defaultOf(tool), isDefaultFile)?.account;
}
