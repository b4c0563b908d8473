import type { Host } from '../../platform/index.ts';
import type { AITool, PathFact } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { SharedEntry } from './share-plan.ts';
import { childrenOf, type SharedChild } from './shared-children.ts';
import type { SharedRoot } from './shared-root.ts';

/**
 * The files among children that are linked one by one, where no file can be a link: they are merged as a whole, as
 * if the descriptor named each.
 */
export function mirroredChildren(
  ctx: AccountsContext,
  tool: AITool,
  account: StoredAccount,
  { entries, root }: { readonly entries: readonly SharedEntry[]; readonly root: SharedRoot },
): readonly SharedEntry[] {
  if (canLinkFiles(ctx.host)) return [];
  return entries
    .filter(({ how }) => how === 'children')
    .flatMap((entry) =>
      childrenOf(ctx, tool, account, entry, entries, root.folder)
        .filter((child) => !child.isOwn && isMirrored(ctx.host, child))
        .map(({ path }) => ({ ...entry, path, how: 'mirror' as const, fact: factOf(path) })),
    );
}

/** Windows gives the right to make links to files to few. */
export function canLinkFiles({ platform }: Host): boolean {
  return platform !== 'win32';
}

/** A small file that people write; what else there is stays where it is. */
export function isMirrored({ files }: Host, { kind, found, place, target }: SharedChild): boolean {
  if (kind !== 'file' || found.state === 'link') return false;
  return [place, target].every((file) => {
    const stat = files.stat(file);
    return (
      stat === undefined ||
      (stat.isFile() && stat.size <= mostBytes && !files.readStart(file, headLength).includes(0))
    );
  });
}

/** Each is read as a whole whenever it was changed. */
const mostBytes = 1_000_000;
/** Bytes. No text has a NUL in it, and other files have one soon. */
const headLength = 8000;

function factOf(path: string): PathFact {
  const end = path.slice(path.lastIndexOf('.'));
  const format = end === '.json' ? 'json' : end === '.toml' ? 'toml' : 'text';
  return { path, class: 'shared', kind: 'file', format };
}
