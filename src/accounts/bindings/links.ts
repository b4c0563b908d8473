import { ToolsError } from '../../errors/index.ts';
import { isLinksFile, type LinksFile, readJson, realPath } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { ancestorsOf } from '../home/templates.ts';
import { absolute } from './directories.ts';

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

/**
 * The directory itself, as the table names it, for one that has a link; it may be gone.
 * @throws ToolsError LINK_NOT_FOUND naming the nearest one above that has
 */
export function linkedDirectory(ctx: AccountsContext, tool: string, text: string): string {
  const links = readLinks(ctx);
  const typed = absolute(ctx.host, text);
  const real = realPath(ctx.host, typed) ?? typed;
  const isLinked = (name: string) => linkOf(links, name, tool) !== undefined;
  const directory = [typed, real].find(isLinked);
  if (directory !== undefined) return directory;
  throw new ToolsError('LINK_NOT_FOUND', {
    tool,
    directory: typed,
    above: ancestorsOf(ctx.host, real).find(isLinked),
  });
}

function memberOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
