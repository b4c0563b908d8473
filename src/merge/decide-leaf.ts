import type { LeafBase, Tombstone } from './file-base.ts';

/** One leaf, as hashes: what the two sides hold and what was last in step. */
export interface LeafView {
  readonly shared: string | undefined;
  readonly home: string | undefined;
  /** Of what was in step the home holds an empty object, or only parts that are ruled by something else. */
  readonly isEmptied: boolean;
  readonly base: LeafBase | undefined;
  readonly tombstone: Tombstone | undefined;
  readonly dropsDefaults: boolean;
  /** For an item of a list that grows: whether the list changed on a side. */
  readonly growing?: { readonly inShared: boolean; readonly inHome: boolean };
}

export interface Circumstances {
  /** Nothing is known of before: all is kept, the root's values win. */
  readonly isFirst: boolean;
  /** Whether what the home lacks, or has again, was meant; else an older process may have written it back. */
  isBelieved(base: LeafBase | undefined): boolean;
  /** Whether a deletion is newer than what this home last agreed to. */
  isNews(tombstone: Tombstone, base: LeafBase | undefined): boolean;
  readonly take?: 'home' | 'shared';
}

export interface Decision {
  /** `push`: the home's state goes to the root; `pull`: the root's to the home. */
  readonly move: 'agree' | 'push' | 'pull' | 'stay';
  readonly why?: 'deleted' | 'notBelieved' | 'conflict' | 'restored';
}

const agreed: Decision = { move: 'agree' };

export function decideLeaf(leaf: LeafView, given: Circumstances): Decision {
  const { shared, home, base } = leaf;
  if (shared === home) return agreed;
  if (given.isFirst) return decideFirst(leaf, given);
  const was = base?.hash ?? undefined;
  const hasNoOpinion = home === undefined && was !== undefined && leaf.dropsDefaults;
  if (shared === was) return hasNoOpinion ? { move: 'stay' } : decideHomeChanged(leaf, given);
  if (home === was || hasNoOpinion) return shared === undefined ? decideGone(leaf, given) : { move: 'pull' };
  // Both changed. Against a deletion the change wins.
  if (home === undefined) return { move: 'pull' };
  if (isBack(leaf) && !given.isBelieved(base)) return { move: 'pull', why: 'notBelieved' };
  if (shared === undefined) return { move: 'push' };
  return given.take === 'home' ? { move: 'push' } : { move: 'pull', why: 'conflict' };
}

function decideFirst({ shared, home, tombstone }: LeafView, { take }: Circumstances): Decision {
  if (home === undefined) return { move: 'pull' };
  if (shared === undefined)
    return tombstone?.hashes.includes(home) && take !== 'home'
      ? { move: 'pull', why: 'notBelieved' }
      : { move: 'push' };
  return take === 'home' ? { move: 'push' } : { move: 'pull', why: 'conflict' };
}

function decideHomeChanged(leaf: LeafView, given: Circumstances): Decision {
  const { home, base, growing } = leaf;
  if (home === undefined) {
    if (given.take === 'home') return { move: 'push', why: 'deleted' };
    if (given.take === 'shared' || growing?.inShared) return { move: 'pull' };
    return given.isBelieved(base) ? { move: 'push', why: 'deleted' } : { move: 'pull', why: 'notBelieved' };
  }
  if (isBack(leaf) && given.take !== 'home' && !given.isBelieved(base))
    return { move: 'pull', why: 'notBelieved' };
  return { move: 'push' };
}

/** The root has it no more: meant if its deletion is on record and newer than what this home last agreed to. */
function decideGone({ home, base, tombstone, growing }: LeafView, given: Circumstances): Decision {
  const isMeant = tombstone !== undefined && given.isNews(tombstone, base);
  if (home === undefined) return { move: 'stay' };
  return isMeant && !growing?.inHome ? { move: 'pull' } : { move: 'push', why: 'restored' };
}

/** A value that it had before, or one that was deleted. An entry may have been empty before anybody took note. */
function isBack({ home, isEmptied, base, tombstone }: LeafView): boolean {
  if (isEmptied) return true;
  if (home === undefined || base === undefined) return false;
  return (
    (base.was ?? []).includes(home) || (base.hash === null && (tombstone?.hashes.includes(home) ?? false))
  );
}
