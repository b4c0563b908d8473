import { ToolsError } from '../../errors/index.ts';
import type { AITool } from '../../registry/index.ts';
import { confirmEntry, ensureFolder, isLink, makeLink, moveEntry, removeTree } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { placeIn } from '../sharing/home-facts.ts';
import type { AdoptedEntry, Places } from './adoption.ts';

/**
 * Makes a directory of the tool's a link into the root, its content moved there name by name. The directory itself
 * is held beside the root, with what can't be in both. Each step may have been done already.
 * @throws ToolsError ADOPTION_DISTURBED when somebody made the directory anew meanwhile, and those of writing
 */
export function moveIn(ctx: AccountsContext, tool: AITool, entry: AdoptedEntry, places: Places): void {
  const { host } = ctx;
  const { place, shared, hold } = places;
  ensureFolder(host, shared);
  takeAway(ctx, tool, entry, places);
  putLink(ctx, tool, place, shared, 'dir');
  for (const { path } of entry.both)
    if (host.files.lstat(placeIn(host, hold, path))) ensureFolder(host, placeIn(host, shared, path));
  for (const [at, unit] of entry.units.entries()) {
    ctx.progress?.(at / entry.units.length, `moving ${entry.path}`);
    moveUnit(ctx, tool, placeIn(host, hold, unit), placeIn(host, shared, unit));
  }
  for (const { path } of entry.same)
    dropSame(ctx, tool, placeIn(host, hold, path), placeIn(host, shared, path));
  for (const { path, target } of entry.links)
    if (target !== null) putLink(ctx, tool, placeIn(host, shared, path), target, kindOf(ctx, target));
}

/** One rename: the tool's own name for it is free for the link. */
function takeAway(
  { host }: AccountsContext,
  tool: AITool,
  { was }: AdoptedEntry,
  { place, shared, hold }: Places,
): void {
  const stat = host.files.lstat(place);
  if (!stat) return;
  if (isLink(host, place, stat) && host.files.readlink(place) === shared) return;
  if (was === 'absent' || !stat.isDirectory() || host.files.lstat(hold)) throw disturbed(tool, place);
  ensureFolder(host, host.path.dirname(hold));
  moveEntry(host, place, hold);
  confirmEntry(host, hold);
}

function putLink(
  { host }: AccountsContext,
  tool: AITool,
  place: string,
  target: string,
  kind: 'dir' | 'file',
): void {
  if (isLink(host, place) && host.files.readlink(place) === target) return;
  if (makeLink(host, target, place, kind) !== 'made') throw disturbed(tool, place);
  confirmEntry(host, place);
}

function kindOf({ host }: AccountsContext, target: string): 'dir' | 'file' {
  return host.files.stat(target)?.isDirectory() ? 'dir' : 'file';
}

function moveUnit({ host }: AccountsContext, tool: AITool, from: string, to: string): void {
  if (!host.files.lstat(from)) return;
  if (host.files.lstat(to)) throw disturbed(tool, to);
  moveEntry(host, from, to);
  confirmEntry(host, to);
}

function dropSame({ host }: AccountsContext, tool: AITool, from: string, to: string): void {
  if (!host.files.lstat(from)) return;
  if (!host.files.lstat(to)?.isFile() || !host.files.isEqual(from, to)) throw disturbed(tool, to);
  removeTree(host, from);
}

export function disturbed(tool: AITool, path: string): ToolsError {
  const problem = 'was made or changed meanwhile';
  return new ToolsError('ADOPTION_DISTURBED', { tool: tool.id, path, problem });
}
