import { ToolsError } from '../../errors/index.ts';
import { isLinksFile, type LinksFile, readJson, realPath, updateJson } from '../../state/index.ts';
import { type Account, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { withJournal } from '../store/with-journal.ts';
import { absolute, directoriesHere } from './directories.ts';

/** Directory, by its real name → tool → the id of the account, or `system`. */
export type Links = LinksFile['links'];

/** @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE */
export function readLinks({ host, paths }: AccountsContext): Links {
  return readJson(host, paths.links, isLinksFile)?.links ?? {};
}

/** What a directory is linked to, itself. */
export function linkOf(links: Links, directory: string, tool: string): string | undefined {
  return memberOf(memberOf(links, directory), tool);
}

export interface LinkChange {
  readonly tool: string;
  readonly directory: string;
  /** Account ids, or `system`; null: no link. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * From now on the tool uses that account in the directory, and in those below it that have no answer of their own.
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function linkDirectory(
  ctx: AccountsContext,
  account: Account,
  directory: string,
): Promise<LinkChange> {
  const to = account.kind === 'system' ? systemLabel : account.id;
  return changeLink(ctx, 'link', account.tool, directory, to);
}

/**
 * Takes the link away that the directory itself has; it may be gone, and is then named as `links` lists it.
 * @throws ToolsError LINK_NOT_FOUND, BUSY, STATE_DAMAGED, and those of writing
 */
export async function unlinkDirectory(ctx: AccountsContext, tool: string, text: string): Promise<LinkChange> {
  const links = readLinks(ctx);
  const typed = absolute(ctx.host, text);
  const directory = [typed, realPath(ctx.host, typed) ?? typed].find(
    (name) => linkOf(links, name, tool) !== undefined,
  );
  if (directory === undefined) {
    const above = directoriesHere(ctx).find((name) => linkOf(links, name, tool) !== undefined);
    throw new ToolsError('LINK_NOT_FOUND', { tool, directory: typed, above });
  }
  return changeLink(ctx, 'unlink', tool, directory, null);
}

/**
 * Makes a link what `to` says (null: none), unless `expected` is given and it is something else by now.
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function changeLink(
  ctx: AccountsContext,
  verb: string,
  tool: string,
  directory: string,
  to: string | null,
): Promise<LinkChange> {
  const file = {
    path: ctx.paths.links,
    kind: 'links',
    isShape: isLinksFile,
    what: 'the table of links',
  } as const;
  return updateJson(ctx, file, async (before, write) => {
    const from = linkOf(before?.links ?? {}, directory, tool) ?? null;
    const change = { tool, directory, from, to };
    if (from === to) return change;
    const account = to ?? from;
    const what = { directory, from, to };
    await withJournal(ctx, { verb, tool, account, what }, () =>
      write({ schemaVersion: 1, ...before, links: withLink(before?.links ?? {}, change) }),
    );
    return change;
  });
}

/** Not by assignment: a directory or tool may be called `__proto__`. */
function withLink(links: Links, { directory, tool, to }: LinkChange): Links {
  const tools = Object.entries(memberOf(links, directory) ?? {}).filter(([name]) => name !== tool);
  const linked = to === null ? tools : [...tools, [tool, to] as const];
  const others = Object.entries(links).filter(([name]) => name !== directory);
  return Object.fromEntries(
    linked.length === 0 ? others : [...others, [directory, Object.fromEntries(linked)] as const],
  );
}

function memberOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
