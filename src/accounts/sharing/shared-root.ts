import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import { rootMarks } from '../../registry/index.ts';
import {
  ensureFolder,
  isLitterName,
  isRootRecordFile,
  isSharedRootFile,
  makeFolder,
  readJson,
  type SharedRootFile,
  withLock,
  writeJson,
} from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { encodePath } from './encode-path.ts';

/** Where the accounts of an installation keep what they share. */
export interface SharedRoot {
  readonly tool: string;
  /** The installation that it is named after. */
  readonly name: string;
  readonly folder: string;
  /** Tells it from every other root, also from one of another backup. */
  readonly id: string;
  /** Hides what is kept of shared values as hashes. */
  readonly salt: string;
  /** What accounts that are made later do; absent: nobody has been asked yet. */
  readonly newcomers?: 'share' | 'private';
}

/**
 * The shared root, made if it never was. One that was and is not in its place is never made again: the accounts
 * would take it for emptied. One of another backup is believed.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED, BUSY, and those of writing
 */
export async function ensureRoot(ctx: AccountsContext, tool: string, name: string): Promise<SharedRoot> {
  const there = readRoot(ctx, tool, name);
  if (there && recordedId(ctx, tool, name) === there.id) return there;
  return withRootLock(ctx, tool, name, async () => {
    const found = readRoot(ctx, tool, name);
    if (!found) await makeRoot(ctx, tool, name);
    const root = found ?? requireMade(ctx, tool, name);
    if (recordedId(ctx, tool, name) !== root.id)
      await writeJson(ctx.host, recordOf(ctx, tool, name), 'rootRecord', { schemaVersion: 1, id: root.id });
    return root;
  });
}

/**
 * The shared root; undefined: it was never made. Changes nothing.
 * @throws ToolsError ROOT_GONE, STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readRoot(ctx: AccountsContext, tool: string, name: string): SharedRoot | undefined {
  const file = readJson(ctx.host, rootMark(ctx, tool, name), isSharedRootFile);
  if (file) return rootOf(ctx, tool, name, file);
  if (recordedId(ctx, tool, name) === undefined) return undefined;
  throw new ToolsError('ROOT_GONE', { tool, root: name, path: rootMark(ctx, tool, name) });
}

/** The root of an account that shares; undefined: it does not, or nobody has yet. @throws ToolsError as readRoot */
export function sharedRootOf(
  ctx: AccountsContext,
  { tool, root, sharing }: StoredAccount,
): SharedRoot | undefined {
  return sharing.on ? readRoot(ctx, tool, root) : undefined;
}

/** The mark of a root: while that is there, the root is. */
export function rootMark({ host, paths }: AccountsContext, tool: string, name: string): string {
  return host.path.join(paths.sharedFolder(tool, name), markName);
}

/** Where we note something of a root, in it. */
export function rootNote(
  host: Host,
  { folder }: Pick<SharedRoot, 'folder'>,
  ...names: readonly string[]
): string {
  return host.path.join(folder, notesName, ...names);
}

/** What is noted of one path of a root, be it a file or a directory that is copied; its lock has the same name. */
export function pathNote(host: Host, root: Pick<SharedRoot, 'folder'>, path: string): string {
  return rootNote(host, root, 'files', `${encodePath(path)}.json`);
}

/** Something at the top of a root that is ours, and nothing that accounts share. */
export function isRootNote(name: string): boolean {
  return rootMarks.includes(name) || isLitterName(name);
}

/** Records what accounts of the root that are made later do. @throws ToolsError as ensureRoot */
export async function answerNewcomers(
  ctx: AccountsContext,
  { tool, name }: SharedRoot,
  answer: 'share' | 'private',
): Promise<void> {
  await withRootLock(ctx, tool, name, async ({ assertOurs }) => {
    const mark = rootMark(ctx, tool, name);
    const file = readJson(ctx.host, mark, isSharedRootFile);
    if (!file) throw new ToolsError('ROOT_GONE', { tool, root: name, path: mark });
    await writeJson(
      ctx.host,
      mark,
      'sharedRoot',
      { ...file, newcomers: answer },
      { beforeCommit: assertOurs },
    );
  });
}

/** The folder comes with its mark in it, or not at all; what lies in its place already gets the mark. */
async function makeRoot(ctx: AccountsContext, tool: string, name: string): Promise<void> {
  const { host, paths } = ctx;
  const folder = paths.sharedFolder(tool, name);
  const mark: SharedRootFile = { schemaVersion: 1, id: host.randomName(16), salt: host.randomName(32) };
  const fill = (place: string) => writeJson(host, host.path.join(place, markName), 'sharedRoot', mark);
  if (host.files.lstat(folder) === undefined) await makeFolder(host, folder, fill);
  else await fill(folder);
}

function requireMade(ctx: AccountsContext, tool: string, name: string): SharedRoot {
  const root = readRoot(ctx, tool, name);
  if (root) return root;
  throw new ToolsError('ROOT_GONE', { tool, root: name, path: rootMark(ctx, tool, name) });
}

function rootOf(ctx: AccountsContext, tool: string, name: string, file: SharedRootFile): SharedRoot {
  const { id, salt, newcomers } = file;
  const folder = ctx.paths.sharedFolder(tool, name);
  return { tool, name, folder, id, salt, ...(newcomers && { newcomers }) };
}

function withRootLock<Result>(
  ctx: AccountsContext,
  tool: string,
  name: string,
  work: Parameters<typeof withLock<Result>>[3],
): Promise<Result> {
  ensureFolder(ctx.host, ctx.paths.installationFolder(tool, name));
  // Beside the root: nothing of ours is held in a place that may be unmounted meanwhile.
  return withLock(ctx.host, recordOf(ctx, tool, name), `what accounts of ${tool} share`, work, {
    tell: ctx.tell,
  });
}

function recordedId(ctx: AccountsContext, tool: string, name: string): string | undefined {
  return readJson(ctx.host, recordOf(ctx, tool, name), isRootRecordFile)?.id;
}

function recordOf(ctx: AccountsContext, tool: string, name: string): string {
  return ctx.host.path.join(ctx.paths.installationFolder(tool, name), 'root.json');
}

const [notesName, markName] = rootMarks as readonly [string, string];
