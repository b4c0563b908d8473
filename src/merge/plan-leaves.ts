import { isEqualValue, type JsonValue, pointerSegments, readPointer } from '../formats/index.ts';
import { canonicalText } from './canonical-text.ts';
import { type Circumstances, type Decision, decideLeaf, type LeafView } from './decide-leaf.ts';
import { depthIn } from './edit-side.ts';
import { type FileBase, genOf, type LeafBase, pointerOf, sinceOf, type Tombstone } from './file-base.ts';
import { type Hindrance, hindranceOf } from './hindrance.ts';
import type { Leaf } from './leaves.ts';
import type { MergeInput } from './merge-input.ts';
import type { Side, Sides } from './read-sides.ts';

/** What becomes of one leaf, and from what. */
export interface Outcome extends Decision {
  readonly name: string;
  /** Hashes of what the sides hold; undefined: nothing. */
  readonly shared: string | undefined;
  readonly home: string | undefined;
  readonly sharedLeaf: Leaf | undefined;
  readonly homeLeaf: Leaf | undefined;
  /** Why it stays as it is although the sides differ. */
  readonly held?: Hindrance | 'massDeletion';
}

/**
 * Steps 4 to 6 of the merge: for each leaf that a side or the base knows, which way it goes. `settled`: how many
 * more leaves the home holds.
 */
export function planLeaves(
  input: MergeInput,
  sides: Sides,
  base: FileBase | undefined,
  settled: number,
): Outcome[] {
  const found = viewsOf(input, sides, base);
  const given = circumstancesOf(input, base, isMadeAnew(input, sides.home));
  const changed = changedLists(found);
  const isMass = vanishesInMass(found, settled);
  return found.map((view): Outcome => {
    const { name, shared, home, sharedLeaf, homeLeaf } = view;
    const decision = decideLeaf(growing(view, changed), given);
    const outcome = { name, shared, home, sharedLeaf, homeLeaf, ...decision };
    if (decision.move === 'agree') return outcome;
    const isDoubtful = isMass && decision.why === 'deleted' && input.accept !== true && input.take !== 'home';
    const held = isDoubtful ? 'massDeletion' : hindranceOf(outcome, input, sides);
    return held === undefined ? outcome : { ...outcome, move: 'stay', held };
  });
}

interface Seen extends LeafView {
  readonly name: string;
  readonly sharedLeaf: Leaf | undefined;
  readonly homeLeaf: Leaf | undefined;
}

function viewsOf({ root, hash }: MergeInput, { shared, home }: Sides, base: FileBase | undefined): Seen[] {
  const empty = hash('{}');
  const bases = new Map(Object.entries(base?.leaves ?? {}));
  const names = new Set([...shared.leaves.keys(), ...home.leaves.keys(), ...bases.keys()]);
  return [...names].flatMap((name): Seen[] => {
    const sharedLeaf = shared.leaves.get(name);
    const homeLeaf = home.leaves.get(name);
    const leafBase = bases.get(name);
    if (wasHollow(name, sharedLeaf ?? homeLeaf, leafBase, empty, home)) return [];
    const hashes = filled(hashesOf(sharedLeaf, homeLeaf, hash), sharedLeaf, homeLeaf, { shared, home });
    const seen = withoutShells(hashes, sharedLeaf, homeLeaf, leafBase, empty);
    const view = {
      name,
      sharedLeaf,
      homeLeaf,
      shared: seen.shared,
      home: seen.home,
      isEmptied: seen.home === empty && (leafBase?.hash ?? empty) !== empty,
      base: leafBase,
      tombstone: Object.hasOwn(root.tombstones, name) ? root.tombstones[name] : undefined,
      dropsDefaults: (sharedLeaf ?? homeLeaf)?.place.rule?.dropsDefaults === true,
    };
    return [view];
  });
}

/** An entry that was empty when last in step, and that something was put into since: the parts of it tell the rest. */
function wasHollow(
  name: string,
  leaf: Leaf | undefined,
  base: LeafBase | undefined,
  empty: string,
  home: Side,
): boolean {
  return leaf === undefined && base?.hash === empty && isThere(home, pointerSegments(pointerOf(name)));
}

/** An entry that is empty on one side only is an entry on both. */
function filled(
  seen: Hashes,
  sharedLeaf: Leaf | undefined,
  homeLeaf: Leaf | undefined,
  sides: Sides,
): Hashes {
  if (sharedLeaf && homeLeaf) return seen;
  const leaf = sharedLeaf ?? homeLeaf;
  if (leaf === undefined || !leaf.isHollow) return seen;
  if (!isThere(sharedLeaf ? sides.home : sides.shared, leaf.path)) return seen;
  const hash = seen.shared ?? seen.home;
  return { shared: hash, home: hash };
}

function isThere({ value }: Side, path: readonly string[]): boolean {
  return depthIn(value, path) === path.length;
}

function growing(view: Seen, changed: ChangedLists): LeafView {
  if ((view.sharedLeaf ?? view.homeLeaf)?.place.kind !== 'grow') return view;
  const list = pointerOf(view.name);
  return { ...view, growing: { inShared: changed.shared.has(list), inHome: changed.home.has(list) } };
}

type Hashes = Pick<LeafView, 'shared' | 'home'>;

function hashesOf(shared: Leaf | undefined, home: Leaf | undefined, hash: MergeInput['hash']): Hashes {
  const hashOf = (leaf: Leaf | undefined): string | undefined =>
    leaf && (leaf.isItem ? leaf.name.slice(1, leaf.name.indexOf('/')) : hash(canonicalText(leaf.value)));
  const one = hashOf(shared);
  const isSame = shared !== undefined && home !== undefined && isEqualValue(shared.value, home.value);
  return { shared: one, home: isSame ? one : hashOf(home) };
}

/** An entry of which only parts ruled by something else are left says neither `{}` nor that it is gone. */
function withoutShells(
  seen: Hashes,
  sharedLeaf: Leaf | undefined,
  homeLeaf: Leaf | undefined,
  base: LeafBase | undefined,
  empty: string,
): Hashes {
  if (!sharedLeaf?.isShell && !homeLeaf?.isShell) return seen;
  let { shared, home } = seen;
  if (sharedLeaf?.isShell) shared = home === undefined || home === empty ? home : undefined;
  if (homeLeaf?.isShell && home !== shared) {
    const was = base?.hash ?? undefined;
    home = shared === undefined || was === undefined ? undefined : empty;
  }
  return { shared, home };
}

function isMadeAnew({ asserted = [] }: MergeInput, { value }: Side): boolean {
  return (
    asserted.length > 0 && asserted.every((pointer) => readPointer(value as JsonValue, pointer) === undefined)
  );
}

function circumstancesOf(
  { live, rereads, take }: MergeInput,
  base: FileBase | undefined,
  isAnew: boolean,
): Circumstances {
  const earliest = earliestOf(live);
  const isBelieved = (leaf: LeafBase | undefined): boolean => {
    if (isAnew) return false;
    const since = base && leaf ? sinceOf(base, leaf) : null;
    return since !== null && (rereads === true || since < earliest);
  };
  const isNews = ({ gen }: Tombstone, leaf: LeafBase | undefined): boolean =>
    gen > (base && leaf ? genOf(base, leaf) : 0);
  return { isFirst: base === undefined, isBelieved, isNews, ...(take && { take }) };
}

/** Who lives may have started at any time, unless it is told. */
function earliestOf({ state, earliestStart }: MergeInput['live']): number {
  if (state === 'unknown') return Number.NEGATIVE_INFINITY;
  return earliestStart ?? (state === 'live' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

/** More than three leaves and over half of those that the home held. */
function vanishesInMass(found: readonly Seen[], settled: number): boolean {
  const held = found.filter(({ base }) => typeof base?.hash === 'string');
  const gone = held.filter(({ home, dropsDefaults }) => home === undefined && !dropsDefaults);
  return gone.length > 3 && gone.length * 2 > held.length + settled;
}

type ChangedLists = Readonly<Record<keyof Hashes, ReadonlySet<string>>>;

/** Lists that are not as the base says, by side. */
function changedLists(found: readonly Seen[]): ChangedLists {
  const changed = (side: keyof Hashes): ReadonlySet<string> => {
    const items = found.filter(
      (view) => view.name.startsWith('#') && view[side] !== (view.base?.hash ?? undefined),
    );
    return new Set(items.map(({ name }) => pointerOf(name)));
  };
  return { shared: changed('shared'), home: changed('home') };
}
