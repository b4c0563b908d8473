import { ToolsError } from '../../errors/index.ts';
import { copyFile, moveToTrash } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';

/**
 * A file that was a link and was saved over holds the next version of what is shared. The one before makes way for
 * it, into the trash, unless somebody wrote that one later: then there are two versions, and draining keeps both.
 * @throws ToolsError MOVE_FAILED, WRITE_FAILED
 */
export function makeWayForNewer(
  ctx: AccountsContext,
  tool: string,
  { path, place, target }: { readonly path: string; readonly place: string; readonly target: string },
): void {
  const { files } = ctx.host;
  const [saved, shared] = [files.lstat(place), files.lstat(target)];
  if (!saved?.isFile() || !shared?.isFile() || files.isEqual(place, target)) return;
  if (isBeginning(ctx, target, place)) copyFile(ctx.host, place, target);
  else if (shared.mtimeMs < saved.mtimeMs)
    moveAway(ctx, target, `${path} of ${tool}, before it was saved anew`);
}

/** All of the one is the beginning of the other: a log that was written on. */
function isBeginning({ host: { files } }: AccountsContext, one: string, other: string): boolean {
  const beginning = files.readFile(one);
  return files.readStart(other, beginning.length).equals(beginning);
}

/** A root on another disk has no way into our trash: there both versions are kept. */
function moveAway(ctx: AccountsContext, target: string, label: string): void {
  try {
    moveToTrash(ctx.host, ctx.paths, target, label);
  } catch (error) {
    if (!(error instanceof ToolsError) || error.code !== 'MOVE_FAILED') throw error;
  }
}
