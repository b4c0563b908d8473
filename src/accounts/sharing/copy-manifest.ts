import type { AppPaths, Host } from '../../platform/index.ts';
import { ensureFolder, readJson, removeTree, writeAtomic } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { encodePath } from './encode-path.ts';
import type { SharedRoot } from './shared-root.ts';

/** What a home's copy of a directory and the root's had in common last: by the way from the directory. */
export interface CopyManifest {
  readonly schemaVersion: 1;
  readonly path: string;
  readonly files: Readonly<Record<string, CopiedFile>>;
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
  return host.path.join(manifestFolder(host, paths, account, rootId), `${encodePath(path)}.json`);
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

/** The home paths of the directories that are copies of the root's. */
export function copiedPaths(
  { host, paths }: AccountsContext,
  account: Owner,
  rootId: string,
): readonly string[] {
  const folder = manifestFolder(host, paths, account, rootId);
  if (!host.files.stat(folder)?.isDirectory()) return [];
  return host.files
    .readdir(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => decodeURIComponent(name.slice(0, -'.json'.length)));
}

/** From here on the directory is the home's own. */
export function forgetCopy(
  { host, paths }: AccountsContext,
  account: Owner,
  rootId: string,
  path: string,
): void {
  removeTree(host, copyManifest(host, paths, account, rootId, path));
}

function manifestFolder(host: Host, paths: AppPaths, { tool, id }: Owner, rootId: string): string {
  return host.path.join(paths.accountFolder(tool, id), 'copies', rootId);
}

function isManifest(value: unknown): value is CopyManifest {
  const { path, files } = (value ?? {}) as Partial<CopyManifest>;
  if (typeof path !== 'string' || typeof files !== 'object' || files === null) return false;
  return Object.values(files).every((file) =>
    ['hash', 'home', 'shared'].every((name) => typeof file?.[name as keyof CopiedFile] === 'string'),
  );
}
