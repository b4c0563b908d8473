import { baseAfter, type MergeStep } from '../../merge/index.ts';
import { ensureFolder, type HeldLock, sweepLitter, writeAtomic } from '../../state/index.ts';
import { pathNote } from '../sharing/shared-root.ts';
import { type Looked, readLooked, writeBase } from './file-base.ts';
import type { FileTask } from './file-task.ts';
import { keepHomeLosses, keepSharedLosses } from './keep-values.ts';
import { mergeFacts } from './merge-facts.ts';
import type { Done, Reading } from './merge-once.ts';
import { markAt, readSteady, type Seen } from './read-steady.ts';
import { writeRootState } from './root-state.ts';
import { isSettled, untilSettled } from './settled.ts';
import { modeOf, writeHomeFile } from './write-home-file.ts';

/**
 * Writes what a step came to, in this order: what goes, where it is kept; what the root knows; the root's file; the
 * home's, should nothing live there; the base. undefined: a file changed before it was written, or right after.
 * @throws ToolsError LOCK_LOST, and those of writing
 */
export async function writeStep(
  task: FileTask,
  reading: Reading,
  step: MergeStep,
  lock: HeldLock,
): Promise<Done | undefined> {
  try {
    writeShared(task, reading, step, lock);
    const { isLive, kept } = await writeHome(task, reading, step, lock);
    const isPulled = step.home !== undefined && !isLive;
    const after = await lookAfter(task, reading, step, isPulled);
    noteBase(task, step, { ...after, isPulled }, lock);
    return { isPulled, isLive, kept };
  } catch (error) {
    if (error instanceof Changed) return undefined;
    throw error;
  }
}

/** A file is not any more what was read of it, or what was written into it. */
class Changed extends Error {}

function writeShared(task: FileTask, { shared }: Reading, step: MergeStep, lock: HeldLock): void {
  const { ctx, root, entry } = task;
  if (step.shared === undefined) return;
  keepSharedLosses(task, step);
  lock.assertOurs();
  writeRootState(ctx, root, entry.path, step.root);
  const folder = ctx.host.path.dirname(shared.file);
  ensureFolder(ctx.host, folder);
  sweepLitter(ctx.host, folder);
  const beforeCommit = () => {
    requireSame(task, shared);
    lock.assertOurs();
  };
  writeAtomic(ctx.host, shared.file, step.shared, modeOf(shared), { beforeCommit });
}

async function writeHome(
  task: FileTask,
  { home }: Reading,
  step: MergeStep,
  lock: HeldLock,
): Promise<Pick<Done, 'isLive' | 'kept'>> {
  if (step.home === undefined) return { isLive: false, kept: undefined };
  const kept = keepHomeLosses(task, step);
  const outcome = await writeHomeFile(task, home, step.home, lock);
  if (outcome === 'changed') throw new Changed();
  return outcome === 'live' ? { isLive: true, kept: undefined } : { isLive: false, kept };
}

interface After {
  readonly home: Seen;
  readonly shared: Seen;
  readonly isSettled: boolean;
}

/** What was written is read again: a base may claim only what lies on the disk. */
async function lookAfter(
  task: FileTask,
  reading: Reading,
  step: MergeStep,
  isPulled: boolean,
): Promise<After> {
  const { host } = task.ctx;
  const written = [
    ...(step.shared === undefined ? [] : [reading.shared]),
    ...(isPulled ? [reading.home] : []),
  ];
  await untilSettled(
    host,
    written.map(({ file }) => file),
  );
  const now = host.now().getTime();
  const again = (seen: Seen, text: string | undefined): Seen => {
    if (!written.includes(seen)) return seen;
    const found = readSteady(host, seen.file);
    if (!found || 'problem' in found || found.text !== text) throw new Changed();
    return found;
  };
  const home = again(reading.home, step.home);
  const shared = again(reading.shared, step.shared);
  const isOld = (seen: Seen, before: Seen): boolean =>
    isSettled(seen.stat, seen === before ? reading.now : now);
  return { home, shared, isSettled: isOld(home, reading.home) && isOld(shared, reading.shared) };
}

/** A base that says what it said, of files that lie as they lay, is not written again. */
function noteBase(
  task: FileTask,
  step: MergeStep,
  after: After & { isPulled: boolean },
  lock: HeldLock,
): void {
  const { ctx, tool, account, root, entry } = task;
  const { home, shared, isPulled } = after;
  const base = baseAfter(step, {
    shared: true,
    home: isPulled,
    now: ctx.host.now().getTime(),
    ...(home.stat && { homeChangedAt: home.stat.mtimeMs }),
  });
  const looked: Looked = {
    home: home.mark,
    shared: shared.mark,
    state: markAt(ctx.host, pathNote(ctx.host, root, entry.path)),
    rules: mergeFacts(ctx.host, tool, entry).mark,
    isWaiting: !isPulled && step.outcomes.some(({ move }) => move === 'pull'),
  };
  const isKnown = (): boolean =>
    JSON.stringify(readLooked(ctx, account, root, entry.path)) === JSON.stringify(looked);
  if (base === undefined && (!after.isSettled || isKnown())) return;
  const said = base ?? step.input.base;
  const noted = after.isSettled ? looked : undefined;
  if (said) writeBase(ctx, account, root, entry.path, { base: said, looked: noted }, lock.assertOurs);
}

function requireSame({ ctx }: FileTask, { file, mark }: Seen): void {
  if (markAt(ctx.host, file) !== mark) throw new Changed();
}
