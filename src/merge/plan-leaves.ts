import { isEqualValue } from '../formats/index.ts';
import { canonicalText } from './canonical-text.ts';
import { type Circumstances, type Decision, decideLeaf, type LeafView } from './decide-leaf.ts';
import { type FileBase, genOf, type LeafBase, pointerOf, sinceOf } from './file-base.ts';
import { type Hindrance, hindranceOf } from './hindrance.ts';
import type { Leaf } from './leaves.ts';
import type { MergeInput } from './merge-input.ts';
import type { Sides } from './read-sides.ts';

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

/** Steps 4 to 6 of the merge: for each leaf that a side or the base knows, which way it goes. */
export function planLeaves(input: MergeInput, sides: Sides, base: FileBase | undefined): Outcome[] {
  const found = viewsOf(input, sides, base);
  const given = circumstancesOf(input, base);
  const changed = changedLists(found);
  const outcomes = found.map(({ view, ...seen }): Outcome => {
    const leaf = seen.sharedLeaf ?? seen.homeLeaf;
    const list = leaf?.place.kind === 'grow' ? pointerOf(seen.name) : undefined;
    const growing = list !== undefined && {
      growing: { inShared: changed.shared.has(list), inHome: changed.home.has(list) },
    };
    return { ...seen, shared: view.shared, home: view.home, ...decideLeaf({ ...view, ...growing }, given) };
  });
  const isMass = vanishesInMass(found);
  return outcomes.map((outcome) => {
    const isDoubtful = isMass && outcome.why === 'deleted' && input.accept !== true && input.take !== 'home';
    const held = isDoubtful ? 'massDeletion' : hindranceOf(outcome, input, sides);
    return held === undefined ? outcome : { ...outcome, move: 'stay', held };
  });
}

interface Found {
  readonly name: string;
  readonly sharedLeaf: Leaf | undefined;
  readonly homeLeaf: Leaf | undefined;
  readonly view: LeafView;
}

function viewsOf({ root, hash }: MergeInput, { shared, home }: Sides, base: FileBase | undefined): Found[] {
  const empty = hash('{}');
  const names = new Set([...shared.leaves.keys(), ...home.leaves.keys(), ...Object.keys(base?.leaves ?? {})]);
  return [...names].map((name) => {
    const sharedLeaf = shared.leaves.get(name);
    const homeLeaf = home.leaves.get(name);
    const leafBase = base?.leaves[name];
    const seen = hashesOf(sharedLeaf, homeLeaf, hash);
    const view = {
      ...withoutShells(seen, sharedLeaf, homeLeaf, leafBase, empty),
      base: base && leafBase && { ...leafBase, since: sinceOf(base, leafBase), gen: genOf(base, leafBase) },
      tombstone: Object.hasOwn(root.tombstones, name) ? root.tombstones[name] : undefined,
      dropsDefaults: (sharedLeaf ?? homeLeaf)?.place.rule?.dropsDefaults === true,
    };
    return { name, sharedLeaf, homeLeaf, view };
  });
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
  let { shared, home } = seen;
  if (sharedLeaf?.isShell) shared = home === undefined || home === empty ? home : undefined;
  if (homeLeaf?.isShell && home !== shared) {
    const was = base?.hash ?? undefined;
    home = shared === undefined || was === undefined ? undefined : empty;
  }
  return { shared, home };
}

function circumstancesOf({ live, rereads, take }: MergeInput, base: FileBase | undefined): Circumstances {
  const earliest = earliestOf(live);
  const isBelieved = (leaf: LeafBase | undefined): boolean =>
    typeof leaf?.since === 'number' && (rereads === true || leaf.since < earliest);
  return { isFirst: base === undefined, isBelieved, ...(take && { take }) };
}

/** Who lives may have started at any time, unless it is told. */
function earliestOf({ state, earliestStart }: MergeInput['live']): number {
  if (state === 'unknown') return Number.NEGATIVE_INFINITY;
  return earliestStart ?? (state === 'live' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
}

/** More than three leaves and over half of those that the home held. */
function vanishesInMass(found: readonly Found[]): boolean {
  const held = found.filter(({ view }) => typeof view.base?.hash === 'string');
  const gone = held.filter(({ view }) => view.home === undefined && !view.dropsDefaults);
  return gone.length > 3 && gone.length * 2 > held.length;
}

/** Lists that are not as the base says, by side. */
function changedLists(found: readonly Found[]): Readonly<Record<keyof Hashes, ReadonlySet<string>>> {
  const isChanged = (side: keyof Hashes) => {
    const items = found.filter(
      ({ name, view }) => name.startsWith('#') && view[side] !== (view.base?.hash ?? undefined),
    );
    return new Set(items.map(({ name }) => pointerOf(name)));
  };
  return { shared: isChanged('shared'), home: isChanged('home') };
}
