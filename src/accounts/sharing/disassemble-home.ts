import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { copyFile, copyTree, lookAt, moveEntry, removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { forgetCopies } from './copy-manifest.ts';
import { below, canLieAtOrBelow } from './home-facts.ts';
import { linkedPaths, recordLinkedPaths } from './linked-paths.ts';
import { type OwnLink, ownLinks, sharingFolders } from './own-links.ts';
import { readRoot, type SharedRoot } from './shared-root.ts';

export interface Disassembly {
  /** Home paths: only what is at or below one of them. Default: all. */
  readonly paths?: readonly string[];
  /** A real copy of what is shared takes the place of each link. */
  readonly copy?: boolean;
}

/**
 * Makes a home its own again: our links go, and only ours; directories that are copies, and files that are merged,
 * stay as they are. Without `copy` there is nothing afterwards where a link was. Nothing in the shared root changes.
 * Death on the way leaves a link or a whole copy, or for a moment nothing; doing it again completes it. Only for an
 * account at rest.
 * @returns the home paths that are the account's own now
 * @throws ToolsError ROOT_GONE (with `copy`: there is nothing to copy), WRITE_FAILED, MOVE_FAILED, REMOVE_FAILED
 */
export async function disassembleHome(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { paths, copy = false }: Disassembly = {},
): Promise<readonly string[]> {
  const isAskedFor = (path: string) =>
    paths === undefined || paths.some((asked) => canLieAtOrBelow(path, asked));
  const root = copy ? readRoot(ctx, account.tool, account.root) : rootIfThere(ctx, account);
  const finished = settleHalfDone(ctx, tool, account, copy ? isAskedFor : () => false);
  const links = ownLinks(ctx, tool, account).filter(({ path }) => isAskedFor(path));
  for (const link of links) takeAway(ctx, link, copy);
  if (root) forgetLinkedPaths(ctx, account, root, isAskedFor);
  return [...finished, ...links.map(({ path }) => path), ...forgetCopies(ctx, account, isAskedFor)].sort();
}

function takeAway({ host }: AccountsContext, { place, target }: OwnLink, copy: boolean): void {
  const stat = copy ? host.files.stat(target) : undefined;
  if (stat === undefined) removeTree(host, place);
  else if (stat.isFile()) copyFile(host, target, place);
  else {
    // A folder can't be renamed over a link. Made whole first, it is in its place right after the link is gone.
    const staged = stagedFor(host.path, place);
    removeTree(host, staged);
    copyTree(host, host.files.realpath(target), staged);
    removeTree(host, place);
    moveEntry(host, staged, place);
  }
}

/** As `sweepLitter` knows it: should nobody come back to it, it goes. */
function stagedFor(path: AccountsContext['host']['path'], place: string): string {
  return path.join(path.dirname(place), `.${path.basename(place)}${stagedEnd}`);
}

const stagedEnd = '.unshared.tmp';

/** What one who died had made whole, and not yet put into its place. Elsewhere it goes: the root has all of it. */
function settleHalfDone(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  isWanted: (path: string) => boolean,
): readonly string[] {
  const { host } = ctx;
  return sharingFolders(ctx, tool, account).flatMap(({ path: above, folder, names }) =>
    names
      .filter((name) => name.startsWith('.') && name.endsWith(stagedEnd))
      .flatMap((staged) => {
        const name = staged.slice(1, -stagedEnd.length);
        const path = below(above, name);
        const [from, to] = [host.path.join(folder, staged), host.path.join(folder, name)];
        if (isWanted(path) && lookAt(host, to).state === 'absent') {
          moveEntry(host, from, to);
          return [path];
        }
        removeTree(host, from);
        return [];
      }),
  );
}

/** A file that is there from now on is the account's own, and not a newer version of what is shared. */
function forgetLinkedPaths(
  ctx: AccountsContext,
  account: StoredAccount,
  root: SharedRoot,
  isAskedFor: (path: string) => boolean,
): void {
  const left = [...linkedPaths(ctx, account, root)].filter((path) => !isAskedFor(path));
  recordLinkedPaths(ctx, account, root, left);
}

function rootIfThere(ctx: AccountsContext, account: StoredAccount): SharedRoot | undefined {
  try {
    return readRoot(ctx, account.tool, account.root);
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}
