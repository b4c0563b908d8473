import { ToolsError } from '../../errors/index.ts';
import { errnoOf } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { ensureFolder, withLock } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { filesBelow } from './copied-files.ts';
import { copyManifest, readManifest } from './copy-manifest.ts';
import { canLieAtOrBelow } from './home-facts.ts';
import { mergeFolders } from './merge-folders.ts';
import type { MergedCopies } from './move-copy.ts';
import type { SharedEntry } from './share-plan.ts';
import { pathNote, type SharedRoot } from './shared-root.ts';

export interface CopyMergeOptions {
  /** The home may be written. Default: it may. Never while something lives in it. */
  readonly pull?: boolean;
  /** The user said that what is gone is meant to be, however much it is. */
  readonly accept?: boolean;
  /** How long to wait for who is at the same directory. Milliseconds; 500 unless given. */
  readonly waitMs?: number;
}

/** Each launch looks at all of them twice: more would be felt. What people write by hand is far smaller. */
const mostFiles = 1000;
const mostBytes = 8_000_000;

/**
 * Whether a directory may be a copy where it can't be a link: a small one, that is no place of sessions. Those grow
 * without end, and two copies of a session that goes on in both can't be made one again.
 * @param folders those of the home and of the root, as far as they are there
 */
export function mayBeCopied(
  { host }: AccountsContext,
  tool: AITool,
  entry: SessionFacts,
  folders: readonly string[],
): boolean {
  if (isOfSessions(tool, entry)) return false;
  return folders.every((folder) => {
    const files = filesBelow(host, folder)?.files;
    const sizes = [...(files?.values() ?? [])].map(({ size }) => size);
    return sizes.length <= mostFiles && sizes.reduce((sum, size) => sum + size, 0) <= mostBytes;
  });
}

type SessionFacts = Pick<SharedEntry, 'fact' | 'guards' | 'retention'>;

/** A place of sessions: what deletes by itself deletes there, or a writer holds a lock. */
export function isOfSessions(tool: AITool, { fact, guards, retention }: SessionFacts): boolean {
  return (
    retention.length > 0 ||
    guards.length > 0 ||
    tool.sessionSubdirectories.some((path) => canLieAtOrBelow(fact.path, path))
  );
}

/** Whether the directory is a copy that was in step with the root's before. */
export function isCopied(
  { host, paths }: AccountsContext,
  account: Pick<StoredAccount, 'tool' | 'id'>,
  root: SharedRoot,
  path: string,
): boolean {
  return host.files.lstat(copyManifest(host, paths, account, root.id, path)) !== undefined;
}

/**
 * Makes a home's copy of a directory and the root's agree, both ways: at the first time all of both is kept. Where
 * both changed a file the root's wins, and the home's is kept as a conflict. What is gone on one side goes on the
 * other, into the trash, if it is as it was and not too much is gone at once; a folder that is missing deletes
 * nothing. What agrees is not written. Death on the way loses nothing, and doing it again completes it.
 * @param path the home path of the directory
 * @throws ToolsError those of reading and writing; STATE_DAMAGED for a manifest
 */
export async function mergeCopies(
  ctx: AccountsContext,
  account: StoredAccount,
  root: SharedRoot,
  path: string,
  { pull = true, accept = false, waitMs = 500 }: CopyMergeOptions = {},
): Promise<MergedCopies & { readonly isBusy: boolean }> {
  const { host } = ctx;
  const lock = pathNote(host, root, path);
  ensureFolder(host, host.path.dirname(lock));
  try {
    return await withLock(
      host,
      lock,
      `${path} of ${account.tool}`,
      ({ assertOurs }) => {
        const manifest = readManifest(ctx, account, root, path);
        const merge = { account, root, path, pull, accept, assertOurs };
        return { ...mergeFolders(ctx, merge, manifest), isBusy: false };
      },
      { waitMs },
    );
  } catch (error) {
    if (error instanceof ToolsError && error.code === 'BUSY')
      return { pushed: [], pulled: [], conflicts: [], held: [], skipped: [], isBusy: true };
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    throw new ToolsError(
      'WRITE_FAILED',
      { path: host.path.join(account.home, path), cause },
      { cause: error },
    );
  }
}
