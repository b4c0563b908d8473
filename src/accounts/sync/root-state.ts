import type { RootState } from '../../merge/index.ts';
import type { Host } from '../../platform/index.ts';
import { ensureFolder, readJson, writeAtomic } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { encodePath } from '../sharing/encode-path.ts';
import type { SharedRoot } from '../sharing/shared-root.ts';

/** Where the root keeps what it knows of one of its files; the lock of the file has the same name. */
export function rootStateFile(host: Host, { folder }: SharedRoot, path: string): string {
  return host.path.join(folder, '.root', 'files', `${encodePath(path)}.json`);
}

/**
 * What the root knows of one of its files. Nothing known is a root that never wrote it.
 * @throws ToolsError STATE_DAMAGED, STATE_NEWER, STATE_UNREADABLE
 */
export function readRootState({ host }: AccountsContext, root: SharedRoot, path: string): RootState {
  const stored = readJson(host, rootStateFile(host, root, path), isStored);
  return { id: root.id, gen: stored?.gen ?? 0, tombstones: stored?.tombstones ?? {} };
}

/** @throws ToolsError WRITE_FAILED, WRITE_UNSURE */
export function writeRootState(
  { host }: AccountsContext,
  root: SharedRoot,
  path: string,
  { gen, tombstones }: RootState,
): void {
  const file = rootStateFile(host, root, path);
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
