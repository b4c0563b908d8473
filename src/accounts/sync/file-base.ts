import { ToolsError } from '../../errors/index.ts';
import type { FileBase } from '../../merge/index.ts';
import { ensureFolder, readJson, sweepLitter, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { encodePath } from '../sharing/encode-path.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';

/** How the files lay when they were merged last: as long as they lie so, there is nothing to do. */
export interface Looked {
  /** The home's file, the root's, and what the root knows of it: as `markOf` tells, null for none. */
  readonly home: string | null;
  readonly shared: string | null;
  readonly state: string | null;
  /** What was applied, so that other rules are. */
  readonly rules: string;
  /** The home waits for something that it could not be given. */
  readonly isWaiting: boolean;
}

type Owner = Pick<StoredAccount, 'tool' | 'id'>;

/** What home and root last agreed on. @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE */
export function readBase(
  ctx: AccountsContext,
  account: Owner,
  root: SharedRoot,
  path: string,
): FileBase | undefined {
  const stored = readJson(ctx.host, baseFile(ctx, account, root.id, path), isStored);
  if (stored === undefined) return undefined;
  const { looked: _, ...base } = stored;
  return base;
}

/** Whether home and root ever agreed on the file. */
export function hasBase(ctx: AccountsContext, account: Owner, root: SharedRoot, path: string): boolean {
  return ctx.host.files.lstat(baseFile(ctx, account, root.id, path)) !== undefined;
}

/** Only the beginning of the file is read, however large it is. Undefined: all has to be looked at again. */
export function readLooked(
  ctx: AccountsContext,
  account: Owner,
  root: SharedRoot,
  path: string,
): Looked | undefined {
  const { files } = ctx.host;
  const file = baseFile(ctx, account, root.id, path);
  if (!files.stat(file)?.isFile()) return undefined;
  const [line = '', rest] = files.readStart(file, lookedLength).toString('utf8').split('\n', 2);
  if (rest === undefined || !line.endsWith(',')) return undefined;
  try {
    return (JSON.parse(`${line.slice(0, -1)}}`) as { readonly looked?: Looked }).looked;
  } catch {
    return undefined;
  }
}

/** @throws ToolsError WRITE_FAILED, WRITE_UNSURE, and what `beforeCommit` throws */
export function writeBase(
  ctx: AccountsContext,
  account: Owner,
  root: SharedRoot,
  path: string,
  { base, looked }: { readonly base: FileBase; readonly looked: Looked | undefined },
  beforeCommit: () => void,
): void {
  const { host, paths } = ctx;
  const file = baseFile(ctx, account, root.id, path);
  // An account that is gone must not come back as an empty one.
  if (host.files.lstat(paths.accountFolder(account.tool, account.id)) === undefined) return;
  const folder = host.path.dirname(file);
  ensureFolder(host, folder);
  sweepLitter(host, folder);
  const head = looked === undefined ? '{' : `${JSON.stringify({ looked }).slice(0, -1)},\n`;
  writeAtomic(host, file, `${head}${JSON.stringify(base).slice(1)}\n`, 0o600, { beforeCommit });
}

/** accounts/<tool>/<id>/base/<rootId>/<path>.json */
function baseFile(ctx: AccountsContext, account: Owner, rootId: string, path: string): string {
  return ctx.host.path.join(basesFolder(ctx, account, rootId), `${encodePath(path)}.json`);
}

/** accounts/<tool>/<id>/base, or what of it is about one root. */
export function basesFolder({ host, paths }: AccountsContext, { tool, id }: Owner, rootId?: string): string {
  if (rootId !== undefined && !/^[\w-]+$/.test(rootId))
    throw new ToolsError('INTERNAL', { what: 'the id of a root leads out of its folder' });
  return host.path.join(paths.accountFolder(tool, id), 'base', ...(rootId === undefined ? [] : [rootId]));
}

/** More than marks and rules ever take. */
const lookedLength = 1024;

function isStored(value: unknown): value is FileBase & { readonly looked?: Looked } {
  const base = (value ?? {}) as Partial<FileBase>;
  return (
    typeof base.rootId === 'string' &&
    [base.gen, base.began, base.seen].every(Number.isFinite) &&
    [base.leaves, base.birthmarks, base.told].every((part) => typeof part === 'object' && part !== null)
  );
}
