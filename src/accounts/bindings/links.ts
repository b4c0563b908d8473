import { isLinksFile, type LinksFile, readJson } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';

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

function memberOf<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
