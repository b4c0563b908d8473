import type { AccountsContext } from '../accounts/index.ts';
import { isInside } from '../platform/index.ts';
import {
  foldersAbove,
  isLitterName,
  isLockFolder,
  namesIn,
  removeEmpty,
  removeTree,
} from '../state/index.ts';

/** What lies at the top of our folder and was not put there by us: somebody may have pointed us at a folder of his. */
export function foreignEntries(ctx: AccountsContext): readonly string[] {
  const { host, paths } = ctx;
  return namesIn(host, paths.root)
    .map((name) => host.path.join(paths.root, name))
    .filter((path) => !isOurs(ctx, path));
}

/**
 * Takes our folder away, but for what is kept, and with it the folders above it that were made for it. What says that
 * it is ours goes last: whoever dies here can be followed by another.
 * @throws ToolsError REMOVE_FAILED
 */
export function removeOurFolder(ctx: AccountsContext, kept: ReadonlySet<string>): void {
  const { host, paths } = ctx;
  const above = foldersAbove(host, paths);
  const names = namesIn(host, paths.root).map((name) => host.path.join(paths.root, name));
  for (const path of names) if (path !== paths.layout && isOurs(ctx, path)) removeAllBut(ctx, path, kept);
  // With what is kept it tells a later release how that is laid out.
  if (namesIn(host, paths.root).some((name) => host.path.join(paths.root, name) !== paths.layout)) return;
  removeTree(host, paths.layout);
  for (const folder of [paths.root, ...above]) if (!removeEmpty(host, folder)) return;
}

function removeAllBut(ctx: AccountsContext, path: string, kept: ReadonlySet<string>): void {
  const { host } = ctx;
  if (kept.has(path)) return;
  if (![...kept].some((each) => isInside(host.path, path, each))) {
    removeTree(host, path);
    return;
  }
  for (const name of namesIn(host, path)) removeAllBut(ctx, host.path.join(path, name), kept);
  removeEmpty(host, path);
}

function isOurs({ host, paths }: AccountsContext, path: string): boolean {
  const known: readonly unknown[] = Object.values(paths);
  const name = host.path.basename(path);
  const locked = /^(.*)\.lock(?:\.break)?$/s.exec(path)?.[1];
  return (
    known.includes(path) ||
    isLitterName(name) ||
    // Who was killed has left his lock.
    (locked !== undefined && (name.startsWith('.') || known.includes(locked)) && isLockFolder(host, path))
  );
}
