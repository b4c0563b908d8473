import { claimFile, lookAt, removeTree } from '../../state/index.ts';
import { pathsIn } from '../home/home-paths.ts';
import { assertSettings } from '../home/settings-assertion.ts';
import { type Assembling, keep } from './assembly.ts';
import { mayBeCopied, mergeCopies } from './copies.ts';
import { forgetBase } from './forget-base.ts';
import { placeIn } from './home-facts.ts';
import { placeLink, type WantedLink } from './place-link.ts';
import { isIntoRoot } from './root-link.ts';
import type { SharedEntry } from './share-plan.ts';

/** A directory that is one link, or a copy where none can be made. @returns undefined: it is not shared */
export async function assembleFolder(
  assembling: Assembling,
  entry: SharedEntry,
): Promise<readonly string[] | undefined> {
  const wanted = wantedOf(assembling, entry, 'dir');
  const outcome = await placeLink(assembling, wanted);
  if (outcome === 'kept') return undefined;
  if (outcome === 'refused') return (await copyFolder(assembling, entry, wanted)) ? [] : undefined;
  assembling.done.linked.push(entry.path);
  return [entry.path];
}

/** A file that is a link, once there is something to lead to. A log may begin empty. */
export async function assembleFile(
  assembling: Assembling,
  entry: SharedEntry,
): Promise<readonly string[] | undefined> {
  const { host } = assembling.ctx;
  const wanted = wantedOf(assembling, entry, 'file');
  const isReal = lookAt(host, wanted.place).state === 'real';
  if (!isReal && host.files.stat(wanted.target) === undefined) {
    if (entry.fact.format !== 'text') return [];
    claimFile(host, wanted.target, '');
  }
  const outcome = await placeLink(assembling, wanted);
  if (outcome === 'refused') keep(assembling, entry.path, 'noLinks');
  if (outcome !== 'linked') return undefined;
  assembling.done.linked.push(entry.path);
  return [entry.path];
}

/** Where no link can be made a small directory is a copy; one of sessions stays the account's own. */
export async function copyFolder(
  { ctx, tool, account, root, isQuiet, done }: Assembling,
  entry: SharedEntry,
  { path, place, target }: WantedLink,
): Promise<boolean> {
  if (!mayBeCopied(ctx, tool, entry, [place, target])) {
    done.kept.push({ path, why: 'noLinks' });
    return false;
  }
  const merged = await mergeCopies(ctx, account, root, path, { pull: isQuiet() });
  done.conflicts.push(...merged.conflicts);
  if (merged.isBusy) done.kept.push({ path, why: 'busy' });
  else done.copied.push(path);
  return !merged.isBusy;
}

/**
 * A file that is merged is a file of the account's own: through a link to the root's, keys of one account would be
 * everybody's. Its shared part comes back with the next merge, what has to stand in it at once.
 */
export function partFromRoot(assembling: Assembling, entries: readonly SharedEntry[]): void {
  const { ctx, tool, account, root, done } = assembling;
  const parted = entries.filter(
    ({ path, how }) =>
      (how === 'mirror' || how === 'mixed') &&
      isIntoRoot(ctx.host, root, placeIn(ctx.host, account.home, path)),
  );
  if (parted.length === 0) return;
  for (const { path } of parted) {
    forgetBase(ctx, account, path);
    removeTree(ctx.host, placeIn(ctx.host, account.home, path));
  }
  assertSettings(ctx.host, tool, pathsIn(ctx.host, tool, account.home), account.kind);
  done.repaired.push(...parted.map(({ path }) => path));
}

function wantedOf(
  { ctx, account, root }: Assembling,
  { path }: SharedEntry,
  kind: WantedLink['kind'],
): WantedLink {
  const { host } = ctx;
  return { path, place: placeIn(host, account.home, path), target: placeIn(host, root.folder, path), kind };
}
