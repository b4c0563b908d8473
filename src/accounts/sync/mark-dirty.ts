import { ToolsError } from '../../errors/index.ts';
import type { ProcessMark } from '../../platform/index.ts';
import { ensureFolder, isProcessMark, readJson, removeTree } from '../../state/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import { rootNote, type SharedRoot } from '../sharing/shared-root.ts';
import { entriesOf } from '../store/account-folders.ts';
import { withStart } from '../store/marked-start.ts';
import { type MarkingHost, putMark } from '../store/put-mark.ts';

/** One launch after which a home may hold something that the root has not. */
export interface DirtyMark {
  /** The id of the account. */
  readonly account: string;
  readonly file: string;
}

/**
 * Marks a home as one that may soon hold what its root has not; before whoever may change it starts. Each launch
 * has a mark of its own, so that a sweep that read the home before this one takes away none but those it saw.
 * `process` is who starts it: as long as that one runs, nobody takes the mark away.
 * @throws ToolsError WRITE_FAILED
 */
export function markDirty(
  { host }: AccountsContext,
  root: SharedRoot,
  { id }: Pick<StoredAccount, 'id'>,
  process: ProcessMark = host.processes.self,
): void {
  markDirtyIn(host, dirtyFolder(host, root), id, process);
}

/** The same, by the folder of the marks. @returns the file of the mark @throws ToolsError WRITE_FAILED */
export function markDirtyIn(
  host: AccountsContext['host'],
  folder: string,
  id: string,
  process: ProcessMark,
): string {
  ensureFolder(host, folder);
  return putDirtyMark(host, folder, id, process);
}

/** The same in a folder that is there. @returns the file of the mark @throws ToolsError WRITE_FAILED */
export function putDirtyMark(host: MarkingHost, folder: string, id: string, process: ProcessMark): string {
  return putMark(host, folder, `${id}.${host.randomName(8)}`, process);
}

/** Every mark of the root, by account. @throws ToolsError STATE_UNREADABLE */
export function dirtyMarks(ctx: AccountsContext, root: SharedRoot): readonly DirtyMark[] {
  const folder = dirtyFolder(ctx.host, root);
  return entriesOf(ctx, folder)
    .filter((name) => /^[a-z0-9]{8}(\.[a-z0-9]{8})?$/.test(name))
    .map((name) => ({ account: name.slice(0, 8), file: ctx.host.path.join(folder, name) }));
}

/**
 * Takes away marks that were there before their home was read, but for those of processes that still run: they may
 * be about to start something. `isOver`: one launch of this process has ended; of its marks one goes, whichever it
 * is, as another of its launches may have begun.
 */
export function clearDirty(ctx: AccountsContext, marks: readonly DirtyMark[], isOver: boolean): void {
  let ended = isOver ? 1 : 0;
  for (const { file } of marks) {
    const whose = whoseMark(ctx, file);
    if (whose === 'other' || (whose === 'ours' && ended === 0)) continue;
    if (whose === 'ours') ended -= 1;
    removeTree(ctx.host, file);
  }
}

function whoseMark({ host }: AccountsContext, file: string): 'nobody' | 'ours' | 'other' {
  const mark = readMark(host, file);
  if (mark === undefined) return 'nobody';
  const { self } = host.processes;
  if (mark.pid === self.pid && mark.machine === self.machine) return 'ours';
  return host.processes.stateOf(mark) === 'dead' ? 'nobody' : 'other';
}

/**
 * One that can't be read was half written, and nothing was started after it; or a shim wrote it for a user whose files
 * nobody may read. Then it would hold up every start for ever.
 */
function readMark(host: AccountsContext['host'], file: string): ProcessMark | undefined {
  try {
    const mark = readJson(host, file, isProcessMark);
    return mark && withStart(host, mark);
  } catch (error) {
    const isLost = error instanceof ToolsError && /^STATE_(DAMAGED|UNREADABLE)$/.test(error.code);
    if (isLost) return undefined;
    throw error;
  }
}

export function dirtyFolder(host: AccountsContext['host'], root: Pick<SharedRoot, 'folder'>): string {
  return rootNote(host, root, 'dirty');
}
