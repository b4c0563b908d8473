import { ensureFolder } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { filesBelow } from './copied-files.ts';
import { type CopiedFile, type CopyManifest, writeManifest } from './copy-manifest.ts';
import { decideCopies } from './decide-copies.ts';
import { placeIn } from './home-facts.ts';
import { type FolderMerge, type MergedCopies, type Moving, moveCopy } from './move-copy.ts';

/**
 * One merge of a home's copy of a directory with the root's, under the lock of both. The manifest is written last.
 * @throws ToolsError those of writing; errors of the system for what can't be read
 */
export function mergeFolders(
  ctx: AccountsContext,
  merge: FolderMerge,
  manifest: CopyManifest | undefined,
): MergedCopies {
  const { host } = ctx;
  const folders = {
    home: placeIn(host, merge.account.home, merge.path),
    shared: placeIn(host, merge.root.folder, merge.path),
  };
  const found = { home: filesBelow(host, folders.home), shared: filesBelow(host, folders.shared) };
  // A folder that is not there says nothing about what was in it.
  const base = found.home && found.shared ? (manifest?.files ?? {}) : {};
  const leaves = decideCopies(host, found, base, merge);
  if (merge.pull) ensureFolder(host, folders.home);
  ensureFolder(host, folders.shared);
  const done: Moving['done'] = { pushed: [], pulled: [], conflicts: [] };
  const files: Record<string, CopiedFile> = {};
  for (const leaf of leaves) {
    const entry = moveCopy({ ctx, merge, folders, done }, leaf);
    if (entry) files[leaf.way] = entry;
  }
  const held = leaves.filter(({ move }) => move === 'hold').map(({ way }) => way);
  const next: CopyManifest = {
    schemaVersion: 1,
    path: merge.path,
    files,
    ...(held.length > 0 && { held }),
  };
  if (JSON.stringify(next) !== JSON.stringify(manifest)) writeManifest(ctx, merge.account, merge.root, next);
  const inHome = (way: string) => `${merge.path}/${way}`;
  return {
    ...done,
    held: held.map((way) => ({ path: inHome(way), isNew: !manifest?.held?.includes(way) })),
    skipped: [...(found.home?.others ?? []), ...(found.shared?.others ?? [])].map(inHome),
  };
}
