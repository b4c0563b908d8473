import { ensureFolder, type HeldLock, type LockOptions, sweepLitter, withLock } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { toolFolder } from './account-folders.ts';

/** The account, and what it is called in what is said about it. */
export interface LockedAccount {
  readonly tool: string;
  readonly id: string;
  readonly label?: string;
}

/**
 * Runs `work` while no other process of ours changes the account. The lock lies beside the account's folder, so
 * that the folder can be moved, and begins with a dot, so that it can't be an id.
 * @throws ToolsError BUSY, LOCK_LOST, LOCK_UNUSABLE, WRITE_FAILED, and what `work` throws
 */
export async function withAccountLock<Result>(
  ctx: AccountsContext,
  { tool, id, label = id }: LockedAccount,
  work: (lock: HeldLock) => Result | Promise<Result>,
  options: Pick<LockOptions, 'waitMs'> = {},
): Promise<Result> {
  const { host, paths } = ctx;
  const folder = toolFolder(ctx, tool);
  ensureFolder(host, folder);
  const lock = host.path.join(folder, `.${id}`);
  return withLock(
    host,
    lock,
    `${tool}#${label}`,
    (held) => {
      sweepLitter(host, paths.accountFolder(tool, id));
      return work(held);
    },
    { ...options, tell: ctx.tell },
  );
}

/** Returns once nobody changes the account; asks nothing of the disk where nobody does. @throws ToolsError BUSY */
export async function untilUnlocked(ctx: AccountsContext, account: LockedAccount): Promise<void> {
  if (ctx.host.files.lstat(accountLock(ctx, account))) await withAccountLock(ctx, account, () => undefined);
}

/** What lies there while somebody changes the account. */
export function accountLock(ctx: AccountsContext, { tool, id }: LockedAccount): string {
  return ctx.host.path.join(toolFolder(ctx, tool), `.${id}.lock`);
}

/** The account whose lock this entry of accounts/<tool> is, left or held. */
export function lockedId(entry: string): string | undefined {
  return /^\.([a-z0-9]{8})\./.exec(entry)?.[1];
}
