import { ToolsError } from '../../errors/index.ts';
import { isTrustFile, realPath, updateJson } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { withJournal } from '../store/with-journal.ts';
import { entryOf, readTrust, type Trust } from './trust.ts';

/** From now on what was read is heeded, for as long as the file says it. @throws ToolsError BUSY, and of writing */
export async function trustFile(
  ctx: AccountsContext,
  { path, hash }: { readonly path: string; readonly hash: string },
): Promise<void> {
  const entry = { hash, at: ctx.host.now().toISOString() };
  await changeTrust(ctx, path, (known) => (known?.hash === hash ? known : entry));
}

/** The file may be gone. @throws ToolsError NOT_TRUSTED, BUSY, and those of writing */
export async function revokeTrust(ctx: AccountsContext, path: string): Promise<string> {
  const trust = readTrust(ctx);
  const known = [path, realPath(ctx.host, path) ?? path].find((name) => entryOf(trust, name));
  if (known === undefined) throw new ToolsError('NOT_TRUSTED', { path });
  await changeTrust(ctx, known, () => undefined);
  return known;
}

/** Hashes; null: it was, or is, not trusted. */
export interface TrustChange {
  readonly path: string;
  readonly from: string | null;
  /** When that was trusted. */
  readonly fromAt: string | null;
  readonly to: string | null;
}

/**
 * Puts former trust back, or takes it away (null), where there is still what `to` says.
 * @returns false where there is something else by now
 * @throws ToolsError BUSY, STATE_DAMAGED, and those of writing
 */
export async function restoreTrust(
  ctx: AccountsContext,
  { path, from, fromAt, to }: TrustChange,
): Promise<boolean> {
  const entry = from === null || fromAt === null ? undefined : { hash: from, at: fromAt };
  const now = await changeTrust(ctx, path, (known) => ((known?.hash ?? null) === to ? entry : known));
  return (now?.hash ?? null) === from;
}

async function changeTrust(
  ctx: AccountsContext,
  path: string,
  next: (known: Entry | undefined) => Entry | undefined,
): Promise<Entry | undefined> {
  const file = {
    path: ctx.paths.trust,
    kind: 'trust',
    isShape: isTrustFile,
    what: 'the table of trust',
  } as const;
  return updateJson(ctx, file, async (before, write) => {
    const known = entryOf(before?.files ?? {}, path);
    const entry = next(known);
    if (known === entry) return entry;
    const what = { path, from: known?.hash ?? null, fromAt: known?.at ?? null, to: entry?.hash ?? null };
    const others = Object.entries(before?.files ?? {}).filter(([name]) => name !== path);
    // Not by assignment: a path may be any text.
    const files = Object.fromEntries(entry ? [...others, [path, entry] as const] : others);
    await withJournal(ctx, { verb: 'trust', tool: null, account: null, what }, () =>
      write({ schemaVersion: 1, ...before, files }),
    );
    return entry;
  });
}

type Entry = Trust[string];
