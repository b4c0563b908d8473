import { isEqualValue } from '../formats/index.ts';
import { type FileBase, type LeafBase, rememberedValues, sinceOf } from './file-base.ts';
import { toldOf } from './findings.ts';
import { mapPartsOf } from './map-parts.ts';
import type { MergeStep } from './merge-step.ts';
import { packed } from './packed-base.ts';
import type { Outcome } from './plan-leaves.ts';
import { shownName } from './shown-name.ts';

/** What really happened after a step was made. */
export interface Written {
  /** The root's state and its file, or there was nothing to write there. */
  readonly shared: boolean;
  readonly home: boolean;
  /** Read after the last write: whoever started before may not know what was written. */
  readonly now: number;
  readonly homeChangedAt?: number;
}

/**
 * The base of a home after a step, leaf by leaf: what both sides have now is in step, all else stays as it
 * was. Undefined when there is nothing worth writing.
 */
export function baseAfter(step: MergeStep, written: Written): FileBase | undefined {
  const { input, outcomes } = step;
  if (step.damage) return undefined;
  const before = step.firstMeeting === undefined ? step.base : undefined;
  const gen = written.shared ? step.root.gen : input.root.gen;
  const isPushed = step.shared === undefined || written.shared;
  const isPulled = input.pull && input.live.state !== 'live' && (step.home === undefined || written.home);
  const done: Done = { before, gen, isPushed, isPulled };
  const leaves: [string, LeafBase][] = [];
  const told: [string, string][] = [];
  for (const outcome of outcomes) {
    const leaf = leafAfter(outcome, done);
    if (leaf) leaves.push([outcome.name, leaf]);
    const isOpen = outcome.held !== undefined || !isPulled;
    const words = toldOf(outcome);
    if (isOpen && words !== undefined) told.push([shownName(outcome.name), words]);
  }
  const base: FileBase = {
    schemaVersion: 1,
    rootId: input.root.id,
    gen,
    began: input.now,
    seen: written.now,
    ...(written.homeChangedAt !== undefined && { homeChangedAt: written.homeChangedAt }),
    leaves: Object.fromEntries(leaves),
    birthmarks: step.birthmarks,
    told: Object.fromEntries(told),
  };
  // Times tell something only where somebody lives, or lived, who started before them.
  const isQuiet = input.live.state === 'none' && input.live.earliestStart === undefined;
  return isQuiet && isSameButTime(base, before) ? undefined : packedAfter(step, base, done);
}

/** What both texts say in a part in which something moved is known at the next step; or now, if all was read. */
function packedAfter(step: MergeStep, base: FileBase, done: Done): FileBase {
  const { input, unsettled, outcomes } = step;
  const maps = unsettled
    ? unsettled.maps
    : mapPartsOf(
        input,
        (done.isPushed ? step.shared : undefined) ?? input.shared,
        (done.isPulled ? step.home : undefined) ?? input.home,
      );
  if (maps === undefined) return base;
  const open = outcomes.filter((outcome) => {
    const { shared, home } = sidesAfter(outcome, done);
    const isShell = outcome.sharedLeaf?.isShell || outcome.homeLeaf?.isShell;
    return shared !== home || isShell || (unsettled && outcome.move !== 'agree');
  });
  return packed(
    base,
    maps,
    unsettled?.packs ?? {},
    open.map(({ name }) => name),
  );
}

interface Done {
  readonly before: FileBase | undefined;
  readonly gen: number;
  readonly isPushed: boolean;
  readonly isPulled: boolean;
}

function sidesAfter(outcome: Outcome, { isPushed, isPulled }: Done): Pick<Outcome, 'shared' | 'home'> {
  return {
    shared: outcome.move === 'push' && isPushed ? outcome.home : outcome.shared,
    home: outcome.move === 'pull' && isPulled ? outcome.shared : outcome.home,
  };
}

function leafAfter(outcome: Outcome, done: Done): LeafBase | undefined {
  const { before, gen } = done;
  const old = before?.leaves[outcome.name];
  const { shared, home } = sidesAfter(outcome, done);
  if (shared !== home) return before && old ? unsettled(outcome, old, before) : doubted(outcome, gen);
  const was = [old?.hash, outcome.home, ...(old?.was ?? [])].filter(
    (hash, nth, all): hash is string =>
      typeof hash === 'string' && hash !== home && all.indexOf(hash) === nth,
  );
  if (home === undefined && old === undefined && was.length === 0) return undefined;
  return { hash: home ?? null, ...(was.length > 0 && { was: was.slice(0, rememberedValues) }) };
}

/** The sides differ still: what they agreed on last stays, and when the home was last seen holding that. */
function unsettled({ home, why }: Outcome, old: LeafBase, before: FileBase): LeafBase {
  const { since: _, gen, ...rest } = old;
  const kept = { ...rest, gen: gen ?? before.gen };
  if (why === 'notBelieved') return { ...kept, since: null };
  return home === (old.hash ?? undefined) ? kept : { ...kept, since: sinceOf(before, old) };
}

/** Never in step, but known to be something that was deleted. */
function doubted({ why, home, shared }: Outcome, gen: number): LeafBase | undefined {
  if (why !== 'notBelieved' || home === undefined) return undefined;
  return { hash: shared ?? null, gen, since: null, was: [home] };
}

function isSameButTime(base: FileBase, before: FileBase | undefined): boolean {
  if (before === undefined) return false;
  const timeless = ({ began: _, seen: __, ...rest }: FileBase): unknown => rest;
  return isEqualValue(timeless(base), timeless(before));
}
