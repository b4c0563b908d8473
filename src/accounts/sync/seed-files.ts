import { ToolsError } from '../../errors/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool } from '../../registry/index.ts';
import {
  confirmEntry,
  copyUnseen,
  ensureFolder,
  makeLink,
  moveEntry,
  removeTree,
  sweepLitter,
  withLock,
  writeAtomic,
} from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { livenessOf } from '../home/liveness.ts';
import { placeIn } from '../sharing/home-facts.ts';
import { ensureRoot, readRoot, type SharedRoot } from '../sharing/shared-root.ts';
import { listAccounts } from '../store/account-store.ts';
import { publishSeed, seedFolder } from './publish-seed.ts';
import { markAt } from './read-steady.ts';
import { type SeededDocument, seedDocument } from './seed-document.ts';
import { obstacleIn, placeOfSeed } from './seed-obstacle.ts';
import { type LeftOut, type SeedFile, seedSources } from './seed-sources.ts';

/** What of the tool's own directory goes into a root. Paths are relative to a home and to the root. */
export interface Seed {
  readonly files: readonly SeedFile[];
  readonly documents: readonly SeededDocument[];
  readonly leftOut: readonly LeftOut[];
  /** Labels of accounts that share the root and run. */
  readonly inUse: readonly string[];
}

/** What `seedFiles` would copy. Changes nothing. @throws ToolsError ROOT_NOT_EMPTY, ROOT_GONE, STATE_DAMAGED */
export function planSeedFiles(ctx: AccountsContext, tool: AITool, name: string): Seed {
  requireSeedable(ctx, tool, name);
  return seedOf(ctx, tool, name, readRoot(ctx, tool.id, name));
}

/** Nothing is there that a seed would meet and could not be merged with. @throws as planSeedFiles */
export function requireSeedable(ctx: AccountsContext, tool: AITool, name: string): void {
  if (readRoot(ctx, tool.id, name) && !isSeedCutOff(ctx, tool, name)) requireRoom(ctx, tool, name);
}

/** Whoever copied a seed has died when it was whole, and not yet in its place. */
export function isSeedCutOff({ host, paths }: AccountsContext, tool: AITool, name: string): boolean {
  return host.files.lstat(seedFolder(host, { folder: paths.sharedFolder(tool.id, name) })) !== undefined;
}

/**
 * Copies what accounts may share out of the tool's own directory into a root that has no sessions yet; what else is
 * there already stays: paths and keys that are classed as shared, never who somebody is, nothing that looks like a key, nothing unknown.
 * Files that are merged join those that accounts have there already. The tool's directory is only read. Made beside
 * its place and moved in: whoever dies on the way leaves a root without it, or one that `publishSeed` completes.
 * @returns undefined: there was a seed that had only to be completed
 * @throws ToolsError ROOT_NOT_EMPTY, SEED_INCOMPLETE, ROOT_GONE, STATE_DAMAGED, BUSY, and those of writing
 */
export async function seedFiles(ctx: AccountsContext, tool: AITool, name: string): Promise<Seed | undefined> {
  const { host } = ctx;
  const root = await ensureRoot(ctx, tool.id, name);
  const folder = seedFolder(host, root);
  ensureFolder(host, host.path.dirname(folder));
  return withLock(
    host,
    folder,
    `the seed of ${tool.id}`,
    async ({ assertOurs }) => {
      if (await publishSeed(ctx, tool, root, patience)) return undefined;
      requireRoom(ctx, tool, name);
      const staged = stage(ctx, folder, seedOf(ctx, tool, name, root), assertOurs);
      await publishSeed(ctx, tool, root, patience);
      return staged;
    },
    { tell: ctx.tell },
  );
}

/** Milliseconds that a person who asked for a seed waits for who is at the files that it joins. */
const patience = 10_000;

function seedOf(ctx: AccountsContext, tool: AITool, name: string, root: SharedRoot | undefined): Seed {
  const folder = ctx.paths.sharedFolder(tool.id, name);
  const inUse = root ? runningOn(ctx, tool, root) : [];
  const { files, documents, leftOut } = seedSources(ctx, tool, folder);
  // Whoever has an empty file open goes on writing it: in its place nobody would see that.
  const isOpen = ({ path }: SeedFile) =>
    inUse.length > 0 && ctx.host.files.stat(placeIn(ctx.host, folder, path))?.isFile() === true;
  const placed = files.map((file) => ({ file, place: placeOfSeed(ctx.host, folder, file) }));
  const of = (wanted: (typeof placed)[number]['place']) =>
    placed.flatMap(({ file, place }) => (place === wanted ? [file] : []));
  const [free, taken] = [of('free'), of('taken')];
  return {
    files: free.filter((file) => !isOpen(file)),
    documents: documents.map((each) => seedDocument(ctx, tool, root, each)),
    leftOut: [
      ...leftOut,
      ...taken.map(({ path }) => ({ path, why: 'taken' as const })),
      ...free.filter(isOpen).map(({ path }) => ({ path, why: 'inUse' as const })),
    ],
    inUse,
  };
}

function runningOn(ctx: AccountsContext, tool: AITool, { name }: SharedRoot): readonly string[] {
  return listAccounts(ctx, tool.id).flatMap(({ account }) =>
    account?.sharing.on && account.root === name && livenessOf(ctx, tool, account).state !== 'none'
      ? [account.label]
      : [],
  );
}

function requireRoom(ctx: AccountsContext, tool: AITool, name: string): void {
  const holds = obstacleIn(ctx.host, tool, ctx.paths.sharedFolder(tool.id, name));
  if (holds !== undefined) throw new ToolsError('ROOT_NOT_EMPTY', { tool: tool.id, root: name, holds });
}

/** All of it beside its place; what the rename makes of it is there whole. */
function stage(
  { host, progress }: AccountsContext,
  folder: string,
  seed: Seed,
  assertOurs: () => void,
): Seed {
  sweepLitter(host, host.path.dirname(folder));
  const made = host.path.join(host.path.dirname(folder), `.seed.${host.randomName(8)}.tmp`);
  try {
    const files = seed.files.filter((file, at) => {
      progress?.(at / seed.files.length, `copying ${file.path}`);
      return stageFile(host, made, file);
    });
    const staged = new Set(files);
    const changing = seed.files.filter((file) => !staged.has(file));
    for (const { path, text } of seed.documents) {
      if (text === undefined) continue;
      const place = placeIn(host, made, path);
      ensureFolder(host, host.path.dirname(place));
      writeAtomic(host, place, text);
    }
    // Once for each folder: thousands of files would each wait for the disk.
    const oneOfEach = new Map(files.map(({ path }) => [host.path.dirname(path), path]));
    for (const path of oneOfEach.values()) confirmEntry(host, placeIn(host, made, path));
    assertOurs();
    if (host.files.lstat(made) !== undefined) moveEntry(host, made, folder);
    const leftOut = changing.map(({ path }) => ({ path, why: 'changing' as const }));
    return { ...seed, files, leftOut: [...seed.leftOut, ...leftOut] };
  } catch (error) {
    removeTree(host, made);
    throw error;
  }
}

/** False: it changes faster than it can be copied, or is gone. */
function stageFile(host: Host, made: string, file: SeedFile, tries = 3): boolean {
  const { path, from, target } = file;
  const place = placeIn(host, made, path);
  ensureFolder(host, host.path.dirname(place));
  if (target !== undefined) {
    // Where links are refused the user has none either.
    makeLink(host, target, place, host.files.stat(from)?.isDirectory() ? 'dir' : 'file');
    return true;
  }
  const before = markAt(host, from);
  if (before === null) return false;
  try {
    copyUnseen(host, from, place);
    return true;
  } catch (error) {
    if (markAt(host, from) === before) throw error;
    return tries > 1 && stageFile(host, made, file, tries - 1);
  }
}
