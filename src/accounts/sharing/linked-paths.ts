import { ensureFolder, readJson, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { entriesOf } from '../store/account-folders.ts';
import type { SharedRoot } from './shared-root.ts';

type Linked = Pick<StoredAccount, 'tool' | 'id'>;

/**
 * The paths of a home that we made links of, and the directories whose children we did. A tool that saves by renaming puts a file in the link's place: what it
 * holds then is the next version of what is shared, and not something of the account's own. A link to somewhere
 * else in its place was not there before ours.
 * @throws ToolsError STATE_DAMAGED, STATE_UNREADABLE
 */
export function linkedPaths(ctx: AccountsContext, account: Linked, root: SharedRoot): ReadonlySet<string> {
  return new Set(readJson(ctx.host, listOf(ctx, account, root), isList)?.paths ?? []);
}

/**
 * The same of every root that the account ever had: to tell quickly whether there may be something to do.
 * @throws ToolsError STATE_DAMAGED, STATE_UNREADABLE
 */
export function everLinked(ctx: AccountsContext, account: Linked): ReadonlySet<string> {
  const folder = listsOf(ctx, account);
  const lists = entriesOf(ctx, folder).filter((name) => name.endsWith('.json'));
  return new Set(
    lists.flatMap((name) => readJson(ctx.host, ctx.host.path.join(folder, name), isList)?.paths ?? []),
  );
}

/** @throws ToolsError WRITE_FAILED, WRITE_UNSURE */
export function recordLinkedPaths(
  ctx: AccountsContext,
  account: Linked,
  root: SharedRoot,
  paths: readonly string[],
): void {
  const known = linkedPaths(ctx, account, root);
  if (paths.length === known.size && paths.every((path) => known.has(path))) return;
  const list = listOf(ctx, account, root);
  ensureFolder(ctx.host, ctx.host.path.dirname(list));
  writeAtomic(ctx.host, list, `${JSON.stringify({ schemaVersion: 1, paths: [...paths].sort() }, null, 2)}\n`);
}

/** Not with what was last in step: that may be void while the links stay. */
function listOf(ctx: AccountsContext, account: Linked, root: SharedRoot): string {
  return ctx.host.path.join(listsOf(ctx, account), `${root.id}.json`);
}

function listsOf({ host, paths }: AccountsContext, { tool, id }: Linked): string {
  return host.path.join(paths.accountFolder(tool, id), 'linked');
}

function isList(value: unknown): value is { readonly paths: readonly string[] } {
  const paths = (value as { readonly paths?: unknown } | null)?.paths;
  return Array.isArray(paths) && paths.every((path) => typeof path === 'string');
}
