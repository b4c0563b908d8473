import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import { isLink, moveEntry, removeTree, withLock } from '../../state/index.ts';
import { systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { drainEntry } from '../sharing/drain-entry.ts';
import { rootNote, type SharedRoot } from '../sharing/shared-root.ts';
import { joinDocuments } from './join-documents.ts';

/** Where a seed lies that is whole, and not in its place yet. */
export function seedFolder(host: Host, root: Pick<SharedRoot, 'folder'>): string {
  return rootNote(host, root, 'seed');
}

/**
 * Moves a seed that is whole into its place, where somebody died before. What accounts put there meanwhile wins; a
 * file that is merged joins theirs. False: there is none. Costs one look then.
 * @param waitMs how long to wait for who is at one of those files, all of them together. Milliseconds
 * @throws ToolsError SEED_INCOMPLETE, WRITE_FAILED, MOVE_FAILED, REMOVE_FAILED
 */
export async function publishSeed(
  ctx: AccountsContext,
  tool: AITool,
  root: SharedRoot,
  waitMs: number,
): Promise<boolean> {
  const { host } = ctx;
  const folder = seedFolder(host, root);
  if (host.files.lstat(folder) === undefined) return false;
  const waiting = await joinDocuments(ctx, tool, root, folder, { left: waitMs });
  if (waiting.length > 0) throw new ToolsError('SEED_INCOMPLETE', { tool: tool.id, waiting });
  const account = { tool: root.tool, id: systemLabel, home: folder };
  for (const name of host.files.readdir(folder)) {
    const [from, to] = [host.path.join(folder, name), host.path.join(root.folder, name)];
    fillEmptyFiles(host, from, to);
    drainEntry(ctx, account, { path: name }, from, to);
  }
  removeTree(host, folder);
  return true;
}

/**
 * The same where nobody asked for a seed, before an account looks at what is there. Whoever is at it now goes on, and
 * what can't be done now is done by the next. Costs one look where there is none.
 */
export async function settleSeed(ctx: AccountsContext, tool: AITool, root: SharedRoot): Promise<void> {
  const folder = seedFolder(ctx.host, root);
  if (ctx.host.files.lstat(folder) === undefined) return;
  try {
    await withLock(ctx.host, folder, `the seed of ${root.tool}`, () => publishSeed(ctx, tool, root, 0), {
      waitMs: 0,
    });
  } catch (error) {
    if (!(error instanceof ToolsError)) throw error;
  }
}

/** A log that nobody has written to yet holds nothing that could win. */
function fillEmptyFiles(host: Host, from: string, to: string): void {
  const there = host.files.lstat(to);
  if (there === undefined || isLink(host, from) || isLink(host, to, there)) return;
  const stat = host.files.lstat(from);
  if (stat?.isFile() && there.isFile() && there.size === 0) moveEntry(host, from, to);
  else if (stat?.isDirectory() && there.isDirectory())
    for (const name of host.files.readdir(from))
      fillEmptyFiles(host, host.path.join(from, name), host.path.join(to, name));
}
