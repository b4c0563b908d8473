import { ToolsError } from '../../errors/index.ts';
import { isLinksFile, updateJson } from '../../state/index.ts';
import { type Account, systemLabel } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { readAccount } from '../store/account-file.ts';
import { withJournal } from '../store/with-journal.ts';
import { type Links, linkedDirectory, linkOf } from './links.ts';

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
  return changeLink(ctx, account.tool, directory, () => to);
}

/**
 * Takes away the link that the directory itself has; `text` may name one that is gone, as the table does.
 * @throws ToolsError LINK_NOT_FOUND, BUSY, STATE_DAMAGED, and those of writing
 */
export async function unlinkDirectory(ctx: AccountsContext, tool: string, text: string): Promise<LinkChange> {
  return changeLink(ctx, tool, linkedDirectory(ctx, tool, text), () => null);
}

/**
 * Puts a former link back, or none (null), where there is still what `to` says.
 * @returns false where there is something else by now
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function restoreLink(
  ctx: AccountsContext,
  { tool, directory, from, to }: LinkChange,
): Promise<boolean> {
  const change = await changeLink(ctx, tool, directory, (stored) => (stored === to ? from : stored));
  return change.to === from;
}

async function changeLink(
  ctx: AccountsContext,
  tool: string,
  directory: string,
  next: (stored: string | null) => string | null,
): Promise<LinkChange> {
  const file = {
    path: ctx.paths.links,
    kind: 'links',
    isShape: isLinksFile,
    what: 'the table of links',
  } as const;
  return updateJson(ctx, file, async (before, write) => {
    const from = linkOf(before?.links ?? {}, directory, tool) ?? null;
    const to = next(from);
    const change = { tool, directory, from, to };
    if (from === to) return change;
    const account = to ?? from;
    const what = { directory, from, to, label: labelOfId(ctx, tool, account) };
    await withJournal(ctx, { verb: to === null ? 'unlink' : 'link', tool, account, what }, () =>
      write({ schemaVersion: 1, ...before, links: withLink(before?.links ?? {}, change) }),
    );
    return change;
  });
}

/** For people; null: it is gone, or can't be read. */
function labelOfId(ctx: AccountsContext, tool: string, id: string | null): string | null {
  if (id === null || id === systemLabel) return id;
  try {
    return readAccount(ctx, tool, id)?.label ?? null;
  } catch (error) {
    if (error instanceof ToolsError) return null;
    throw error;
  }
}

/** Not by assignment: a directory or tool may be called `__proto__`. */
function withLink(links: Links, { directory, tool, to }: LinkChange): Links {
  const known = Object.hasOwn(links, directory) ? Object.entries(links[directory] ?? {}) : [];
  const tools = known.filter(([name]) => name !== tool);
  const linked = to === null ? tools : [...tools, [tool, to] as const];
  const others = Object.entries(links).filter(([name]) => name !== directory);
  return Object.fromEntries(
    linked.length === 0 ? others : [...others, [directory, Object.fromEntries(linked)] as const],
  );
}
