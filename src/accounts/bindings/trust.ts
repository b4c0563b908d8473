import { ToolsError } from '../../errors/index.ts';
import { isTrustFile, readJson, realPath, type TrustFile, updateJson } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { withJournal } from '../store/with-journal.ts';

/** Real path of a binding file → what it said when it was trusted. */
export type Trust = TrustFile['files'];

/** @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE */
export function readTrust({ host, paths }: AccountsContext): Trust {
  return readJson(host, paths.trust, isTrustFile)?.files ?? {};
}

export function entryOf(trust: Trust, path: string): Trust[string] | undefined {
  return Object.hasOwn(trust, path) ? trust[path] : undefined;
}

/** From now on what was read is heeded, for as long as the file says it. @throws ToolsError BUSY, and of writing */
export async function trustFile(
  ctx: AccountsContext,
  { path, hash }: { readonly path: string; readonly hash: string },
): Promise<void> {
  await changeTrust(ctx, 'trust', path, { hash, at: ctx.host.now().toISOString() });
}

/** The file may be gone. @throws ToolsError NOT_TRUSTED, BUSY, and those of writing */
export async function revokeTrust(ctx: AccountsContext, path: string): Promise<string> {
  const trust = readTrust(ctx);
  const known = [path, realPath(ctx.host, path) ?? path].find((name) => entryOf(trust, name));
  if (known === undefined) throw new ToolsError('NOT_TRUSTED', { path });
  await changeTrust(ctx, 'trust', known, null);
  return known;
}

/** @throws ToolsError BUSY, STATE_DAMAGED, and those of writing */
export async function changeTrust(
  ctx: AccountsContext,
  verb: string,
  path: string,
  entry: Trust[string] | null,
): Promise<void> {
  const file = {
    path: ctx.paths.trust,
    kind: 'trust',
    isShape: isTrustFile,
    what: 'the table of trust',
  } as const;
  await updateJson(ctx, file, async (before, write) => {
    const known = entryOf(before?.files ?? {}, path);
    if (known?.hash === entry?.hash) return;
    const what = { path, from: known?.hash ?? null, fromAt: known?.at ?? null, to: entry?.hash ?? null };
    const others = Object.entries(before?.files ?? {}).filter(([name]) => name !== path);
    // Not by assignment: a path may be any text.
    const files = Object.fromEntries(entry === null ? others : [...others, [path, entry] as const]);
    await withJournal(ctx, { verb, tool: null, account: null, what }, () =>
      write({ schemaVersion: 1, ...before, files }),
    );
  });
}
