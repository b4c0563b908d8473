import type { AppPaths, Host } from '../../platform/index.ts';
import { ensureFolder, readJson, removeTree, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { entriesOf } from '../store/account-folders.ts';
import { encodePath } from './encode-path.ts';
import type { SharedRoot } from './shared-root.ts';

/** What a home's copy of a directory and the root's had in common last: by the way from the directory. */
export interface CopyManifest {
  readonly schemaVersion: 1;
  readonly path: string;
  readonly files: Readonly<Record<string, CopiedFile>>;
  /** What is gone from one side and was not believed, as it has been told. */
  readonly held?: readonly string[];
}

export interface CopiedFile {
  /** Salted, as all that is kept of shared content. */
  readonly hash: string;
  /** How the two files looked when they had that hash: as long as they do, they need not be read. */
  readonly home: string;
  readonly shared: string;
}

type Owner = Pick<StoredAccount, 'tool' | 'id'>;

export function copyManifest(
  host: Host,
  paths: AppPaths,
  account: Owner,
  rootId: string,
  path: string,
): string {
  return host.path.join(copiesOf(host, paths, account), rootId, `${encodePath(path)}.json`);
}

/** @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE */
export function readManifest(
  { host, paths }: AccountsContext,
  account: Owner,
  root: SharedRoot,
  path: string,
): CopyManifest | undefined {
  return readJson(host, copyManifest(host, paths, account, root.id, path), isManifest);
}

export function writeManifest(
  { host, paths }: AccountsContext,
  account: Owner,
  root: SharedRoot,
  manifest: CopyManifest,
): void {
  const file = copyManifest(host, paths, account, root.id, manifest.path);
  ensureFolder(host, host.path.dirname(file));
  writeAtomic(host, file, `${JSON.stringify(manifest)}\n`);
}

/** The home paths of the directories that are copies, and were in step with the root before. */
export function copiedPaths(ctx: AccountsContext, account: Owner, root: SharedRoot): readonly string[] {
  return manifestsOf(ctx, account)
    .filter(({ rootId }) => rootId === root.id)
    .map(({ path }) => path);
}

/** From here on such a directory is the home's own. @returns those whose path was asked for */
export function forgetCopies(
  ctx: AccountsContext,
  account: Owner,
  isAskedFor: (path: string) => boolean,
): readonly string[] {
  const asked = manifestsOf(ctx, account).filter(({ path }) => isAskedFor(path));
  for (const { file } of asked) removeTree(ctx.host, file);
  return asked.map(({ path }) => path);
}

interface Manifest {
  readonly rootId: string;
  readonly path: string;
  readonly file: string;
}

function manifestsOf(ctx: AccountsContext, account: Owner): readonly Manifest[] {
  const { host, paths } = ctx;
  const above = copiesOf(host, paths, account);
  return entriesOf(ctx, above).flatMap((rootId) =>
    entriesOf(ctx, host.path.join(above, rootId))
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({
        rootId,
        path: decodeURIComponent(name.slice(0, -'.json'.length)),
        file: host.path.join(above, rootId, name),
      })),
  );
}

function copiesOf(host: Host, paths: AppPaths, { tool, id }: Owner): string {
  return host.path.join(paths.accountFolder(tool, id), 'copies');
}

function isManifest(value: unknown): value is CopyManifest {
  const { path, files, held = [] } = (value ?? {}) as Partial<CopyManifest>;
  if (!Array.isArray(held) || typeof path !== 'string' || typeof files !== 'object' || files === null)
    return false;
  return Object.values(files).every((file) =>
    ['hash', 'home', 'shared'].every((name) => typeof file?.[name as keyof CopiedFile] === 'string'),
  );
}
