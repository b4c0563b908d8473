import { doubtedBase, type FileBase, type MergeStep, mergeStep } from '../../merge/index.ts';
import type { HeldLock } from '../../state/index.ts';
import { type HomeLiveness, livenessOf } from '../home/liveness.ts';
import { readRoot } from '../sharing/shared-root.ts';
import { readBase, writeBase } from './file-base.ts';
import { type FileTask, mayPull, placesOf } from './file-task.ts';
import { hashOf, mergeFacts } from './merge-facts.ts';
import { readSteady, type Seen, type Unreadable } from './read-steady.ts';
import { readRootState } from './root-state.ts';
import { nothingDone, type SyncReport } from './sync-report.ts';
import { writeStep } from './write-step.ts';

/** What was read, all of it before anything is written. */
export interface Reading {
  readonly home: Seen;
  readonly shared: Seen;
  readonly base: FileBase | undefined;
  readonly live: HomeLiveness;
  /** When the step began: milliseconds. */
  readonly now: number;
}

/** What came of a step that was written. */
export interface Done {
  readonly isPulled: boolean;
  /** Somebody moved in meanwhile. */
  readonly isLive: boolean;
  /** Where the home's losing values were put. */
  readonly kept: string | undefined;
}

/**
 * Reads, merges and writes once; without a lock it only says what it would write. undefined: a file changed under
 * our eyes, and all has to be read anew.
 */
export async function mergeOnce(task: FileTask, lock?: HeldLock): Promise<SyncReport | undefined> {
  const { ctx, tool, account, root, entry } = task;
  readRoot(ctx, tool.id, root.name);
  const now = ctx.host.now().getTime();
  // Before the files: who starts after this has read what we read, or something newer.
  const live = livenessOf(ctx, tool, account);
  const base = readBase(ctx, account, root, entry.path);
  const state = readRootState(ctx, root, entry.path);
  const places = placesOf(task);
  const shared = readSteady(ctx.host, places.shared);
  const home = readSteady(ctx.host, places.home);
  const broken = [shared, home].flatMap((side) => (side && 'problem' in side ? [side] : []));
  if (broken.length > 0) return { ...nothingDone, damaged: broken };
  if (!shared || !home) return undefined;
  const reading: Reading = { home: home as Seen, shared: shared as Seen, base, live, now };
  if (isSameFile(reading)) return reportOfOneFile(task, places.home);
  const step = stepOf(task, reading, state);
  if (step.damage) {
    if (lock && step.damage.side === 'home' && live.state !== 'live') doubt(task, base, lock);
    return { ...nothingDone, damaged: [damageOf(step.damage, places)] };
  }
  const done: Done | undefined = lock
    ? await writeStep(task, reading, step, lock)
    : { isPulled: step.home !== undefined, isLive: false, kept: undefined };
  return done && reportOf(task, reading, step, done);
}

/** Somebody who lives there may only be writing it. */
function doubt({ ctx, account, root, entry }: FileTask, base: FileBase | undefined, lock: HeldLock): void {
  const doubted = base && doubtedBase(base);
  if (doubted)
    writeBase(ctx, account, root, entry.path, { base: doubted, looked: undefined }, lock.assertOurs);
}

/** What a step over that reading comes to. */
export function stepOf(task: FileTask, reading: Reading, state: MergeStep['root']): MergeStep {
  const { ctx, tool, root, entry, wish, unshared } = task;
  const { home, shared, base, live, now } = reading;
  const { mark: _, ...facts } = mergeFacts(ctx.host, tool, entry);
  return mergeStep({
    ...facts,
    shared: shared.text,
    home: home.text,
    root: state,
    base,
    live,
    pull: mayPull(wish.pull, live.state),
    ...(home.stat && { homeChangedAt: home.stat.mtimeMs }),
    unshared: unshared(),
    now,
    hash: hashOf(root),
    ...(wish.accept && { accept: true }),
    ...(wish.take && { take: wish.take }),
  });
}

/** A link of somebody's: the home sees what is shared as it is, and there is nothing to merge. */
function isSameFile({ home, shared }: Reading): boolean {
  return home.stat !== undefined && home.stat.ino === shared.stat?.ino && home.stat.dev === shared.stat.dev;
}

/** A file with keys of the account in it must not be one with the root's. */
function reportOfOneFile({ entry }: FileTask, path: string): SyncReport {
  if (entry.how !== 'mixed') return nothingDone;
  return {
    ...nothingDone,
    damaged: [{ path, offset: 0, problem: 'it is a link to the file that is shared' }],
  };
}

function damageOf(
  { side, offset, problem }: NonNullable<MergeStep['damage']>,
  places: Readonly<Record<'home' | 'shared', string>>,
): Unreadable {
  return { path: places[side], offset, problem };
}

function reportOf(task: FileTask, { home, live }: Reading, step: MergeStep, done: Done): SyncReport {
  const { account, entry, wish } = task;
  const of = { account: account.id, label: account.label, path: entry.path };
  const isWaiting = !done.isPulled && step.outcomes.some(({ move }) => move === 'pull');
  const why = done.isLive || live.state === 'none' ? 'live' : live.state;
  return {
    pushed: step.shared === undefined ? [] : [entry.path],
    pulled: done.isPulled ? [entry.path] : [],
    conflicts: step.conflicts.map(({ pointer, isNew }) => ({
      ...of,
      pointer,
      kept: done.kept ?? home.file,
      isNew: isNew || done.kept !== undefined,
    })),
    held: step.held.map(({ pointer, why: reason, isNew }) => ({ ...of, pointer, why: reason, isNew })),
    damaged: [],
    skipped: isWaiting && wish.pull ? [{ label: account.label, path: entry.path, why }] : [],
  };
}
