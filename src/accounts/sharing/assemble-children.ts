import { copyFile, ensureFolder, lookAt, removeTree } from '../../state/index.ts';
import { copyFolder } from './assemble-entry.ts';
import { type Assembling, keep } from './assembly.ts';
import { placeIn } from './home-facts.ts';
import { canLinkFiles, isMirrored } from './mirrored-children.ts';
import { placeLink } from './place-link.ts';
import { isIntoRoot } from './root-link.ts';
import type { SharedEntry } from './share-plan.ts';
import { childrenOf, type SharedChild } from './shared-children.ts';

/**
 * A directory that is real, because something in it is not shared: each other child that the root or the home has
 * is a link. What is not shared stays as it is. A link whose child is gone from the root goes too.
 * @returns the directory, and the files in it that are links; undefined: it is not shared at all
 */
export async function assembleChildren(
  assembling: Assembling,
  entry: SharedEntry,
  entries: readonly SharedEntry[],
): Promise<readonly string[] | undefined> {
  const { ctx, tool, account, root, done } = assembling;
  if (!makeReal(assembling, entry.path)) return undefined;
  const links = [entry.path];
  for (const child of childrenOf(ctx, tool, account, entry, entries, root.folder)) {
    if (child.isToGiveBack) giveBack(assembling, child);
    else if (child.isOwn) removeOurs(assembling, child);
    else if (await assembleChild(assembling, entry, child)) links.push(child.path);
  }
  done.linked.push(entry.path);
  return links;
}

/** @returns whether it is a file, and a link now */
async function assembleChild(
  assembling: Assembling,
  entry: SharedEntry,
  child: SharedChild,
): Promise<boolean> {
  const { host } = assembling.ctx;
  const { path, place, target, kind, found, isRight } = child;
  if (isRight) return kind === 'file';
  const isShared = host.files.lstat(target) !== undefined;
  // One that somebody made for this account alone; or what it led to is gone from the root.
  if (found.state === 'link' && !isShared) {
    removeOurs(assembling, child);
    return false;
  }
  if (kind === undefined) return false;
  if (kind === 'file' && !canLinkFiles(host))
    return isMirrored(host, child) ? false : keep(assembling, path, 'noLinks');
  const wanted = { path, place, target, kind, isNew: true };
  const outcome = await placeLink(assembling, wanted);
  if (outcome === 'refused') {
    if (kind === 'dir') await copyFolder(assembling, entry, wanted);
    else keep(assembling, path, 'noLinks');
  }
  return outcome === 'linked' && kind === 'file';
}

/** Written through a link of ours, and of use to nobody else: the home has it as a file, and the root no more. */
function giveBack({ ctx }: Assembling, { place, target }: SharedChild): void {
  copyFile(ctx.host, target, place);
  removeTree(ctx.host, target);
}

function removeOurs({ ctx, root }: Assembling, { place }: SharedChild): void {
  if (isIntoRoot(ctx.host, root, place)) removeTree(ctx.host, place);
}

/** The directory itself, in the home and in the root. */
function makeReal(assembling: Assembling, path: string): boolean {
  const { ctx, account, root, done } = assembling;
  const { host } = ctx;
  const [place, target] = [placeIn(host, account.home, path), placeIn(host, root.folder, path)];
  if (isIntoRoot(host, root, place)) {
    removeTree(host, place);
    done.repaired.push(path);
  }
  const isThere = host.files.stat(place)?.isDirectory() ?? lookAt(host, place).state === 'absent';
  if (!isThere || lookAt(host, place).state === 'link') return keep(assembling, path, 'conflict');
  ensureFolder(host, place);
  ensureFolder(host, target);
  return true;
}
