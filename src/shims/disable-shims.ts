import type { AccountsContext } from '../accounts/index.ts';
import { namesIn, removeEmpty, removeTree, withLock } from '../state/index.ts';
import { noted, toolsOf } from './noted.ts';
import { isShimFile, statusScript } from './shim-files.ts';
import { type Shim, shimsHere } from './shims-here.ts';

/**
 * Takes shims away. What is not ours stays where it is; the folder goes with the last that is.
 * @returns what was there
 * @throws ToolsError BUSY, REMOVE_FAILED
 */
export async function disableShims(
  ctx: AccountsContext,
  isMeant: (shim: Shim) => boolean = () => true,
): Promise<readonly Shim[]> {
  const { host, paths } = ctx;
  if (!host.files.lstat(paths.shims)) return [];
  return withLock(
    host,
    paths.shims,
    'the folder of shims',
    async () => {
      const gone = shimsHere(ctx).filter(isMeant);
      await noted(ctx, 'shim disable', toolsOf(gone), () => {
        for (const { path } of gone) removeTree(host, path);
        tidyUp(ctx);
      });
      return gone;
    },
    { tell: ctx.tell },
  );
}

function tidyUp(ctx: AccountsContext): void {
  const { host, paths } = ctx;
  const status = host.path.join(paths.shims, statusScript);
  const others = namesIn(host, paths.shims).filter((name) => name !== statusScript);
  if (others.length > 0) return;
  if (isShimFile(ctx, status)) removeTree(host, status);
  removeEmpty(host, paths.shims);
}
