import { ToolsError } from '../../errors/index.ts';
import { copyFile, moveToTrash, writeAtomic } from '../../state/index.ts';
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
  if (!isBeginning(ctx, target, place)) joinLogs(ctx, target, place);
  if (isBeginning(ctx, target, place)) copyFile(ctx.host, place, target);
  else if (shared.mtimeMs < saved.mtimeMs)
    moveAway(ctx, target, `${path} of ${tool}, before it was saved anew`);
}

/**
 * Of a log that two wrote on, one of them by saving it whole, neither part may go: what the saved one has more is put
 * behind what the other has. Only where each line is a document of its own.
 */
function joinLogs({ host }: AccountsContext, target: string, place: string): void {
  const { files } = host;
  const [theirs, ours] = [linesOf(files.readFile(target)), linesOf(files.readFile(place))];
  const common = theirs.findIndex((line, nth) => line !== ours[nth]);
  if (common < 1 || ![...theirs, ...ours].every(isDocument)) return;
  const mode = files.lstat(place)?.mode ?? 0o600;
  writeAtomic(host, place, `${[...theirs, ...ours.slice(common)].join('\n')}\n`, mode & 0o777);
}

function linesOf(content: Buffer): readonly string[] {
  return content.toString('utf8').replace(/\n$/, '').split('\n');
}

function isDocument(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
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
