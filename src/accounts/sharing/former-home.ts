import { isEqualValue, readPointer, setPointer } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, JsonValue, Retention } from '../../registry/index.ts';
import { namesIn, removeTree, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { targetOf } from '../home/assert-value.ts';
import { pathsIn } from '../home/home-paths.ts';
import { readToolFile } from '../home/tool-file.ts';
import { quietly } from '../store/with-journal.ts';
import { expandEntries } from './expand-entries.ts';
import { sharedEntries } from './share-plan.ts';

/** What of a home sharing changes beside its links, as it is before: what a way back needs. */
export interface FormerHome {
  /** What of it was there, of all that is to be shared. */
  readonly there: readonly string[];
  /** The values of its retentions that stood there, by file and pointer. */
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** `next`: as it is to share. */
export function formerHome(ctx: AccountsContext, tool: AITool, next: StoredAccount): FormerHome {
  const { host } = ctx;
  const values = retentionsOf(ctx, tool, next).flatMap((retention) => {
    const { value } = standingIn(host, tool, next, retention);
    return value === undefined ? [] : [[nameOf(retention), value] as const];
  });
  return {
    there: pathsOf(ctx, tool, next).filter((path) => host.files.lstat(placeOf(host, next, path))),
    values: Object.fromEntries(values),
  };
}

/** Nothing with content goes, nor a value that somebody changed since. `before`: as it shared until now. */
export function restoreFormerHome(
  ctx: AccountsContext,
  tool: AITool,
  before: StoredAccount,
  { there, values }: FormerHome,
): void {
  const { host } = ctx;
  for (const path of pathsOf(ctx, tool, before)) {
    const place = placeOf(host, before, path);
    if (!there.includes(path) && isEmpty(host, place)) quietly(() => removeTree(host, place));
  }
  for (const retention of retentionsOf(ctx, tool, before)) {
    const { path, value, text: now } = standingIn(host, tool, before, retention);
    const { format, pointer, safe } = retention;
    const former = values[nameOf(retention)];
    if (now === undefined || !isEqualValue(value, safe) || isEqualValue(former, safe)) continue;
    const mode = (host.files.stat(path)?.mode ?? 0o600) & 0o777;
    quietly(() => writeAtomic(host, path, setPointer(now, format, pointer, former, path), mode));
  }
}

function standingIn(host: Host, tool: AITool, account: StoredAccount, retention: Retention) {
  const path = targetOf(host, pathsIn(host, tool, account.home).fileOf(retention));
  const file = readToolFile(host, path, retention.format);
  if (file.state !== 'read') return { path };
  return { path, text: file.text, value: readPointer(file.value, retention.pointer) };
}

function retentionsOf({ host }: AccountsContext, tool: AITool, account: StoredAccount): readonly Retention[] {
  return [...new Set(sharedEntries(host, tool, account).flatMap(({ retention }) => retention))];
}

function pathsOf(ctx: AccountsContext, tool: AITool, account: StoredAccount): readonly string[] {
  const folders = [account.home, ctx.paths.sharedFolder(account.tool, account.root)];
  return expandEntries(ctx.host, sharedEntries(ctx.host, tool, account), folders).map(({ path }) => path);
}

function placeOf({ path }: Host, { home }: StoredAccount, below: string): string {
  return path.join(home, ...below.split('/'));
}

function nameOf({ file, root = 'config', pointer }: Retention): string {
  return `${root} ${file} ${pointer}`;
}

/** A file without a byte, or a folder of such. */
function isEmpty(host: Host, path: string): boolean {
  const stat = host.files.lstat(path);
  if (stat?.isFile()) return stat.size === 0;
  return (
    stat?.isDirectory() === true &&
    namesIn(host, path).every((name) => isEmpty(host, host.path.join(path, name)))
  );
}
