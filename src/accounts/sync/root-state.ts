import type { RootState } from '../../merge/index.ts';
import type { Host } from '../../platform/index.ts';
import { ensureFolder, type HeldLock, readJson, withLock, writeAtomic } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { pathNote, type SharedRoot } from '../sharing/shared-root.ts';

/**
 * Does something while nobody else merges that file of the root.
 * @param waitMs how long to wait for others, in milliseconds
 * @throws ToolsError BUSY, LOCK_LOST, WRITE_FAILED, and what `work` throws
 */
export async function withFileLock<Result>(
  host: Host,
  root: SharedRoot,
  path: string,
  waitMs: number,
  work: (lock: HeldLock) => Result | Promise<Result>,
): Promise<Result> {
  const file = pathNote(host, root, path);
  ensureFolder(host, host.path.dirname(file));
  return withLock(host, file, `what accounts of ${root.tool} share of ${path}`, work, { waitMs });
}

/**
 * What the root knows of one of its files. Nothing known is a root that never wrote it.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readRootState({ host }: AccountsContext, root: SharedRoot, path: string): RootState {
  const stored = readJson(host, pathNote(host, root, path), isStored);
  return { id: root.id, gen: stored?.gen ?? 0, tombstones: stored?.tombstones ?? {} };
}

/** @throws ToolsError WRITE_FAILED, WRITE_UNSURE */
export function writeRootState(
  { host }: AccountsContext,
  root: SharedRoot,
  path: string,
  { gen, tombstones }: RootState,
): void {
  const file = pathNote(host, root, path);
  ensureFolder(host, host.path.dirname(file));
  const state: Stored = { schemaVersion: 1, gen, tombstones };
  writeAtomic(host, file, `${JSON.stringify(state)}\n`);
}

interface Stored extends Pick<RootState, 'gen' | 'tombstones'> {
  readonly schemaVersion: 1;
}

function isStored(value: unknown): value is Stored {
  const { gen, tombstones } = (value ?? {}) as Partial<Stored>;
  return Number.isSafeInteger(gen) && typeof tombstones === 'object' && tombstones !== null;
}
