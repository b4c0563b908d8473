import type { Host } from '../../platform/index.ts';
import { type AITool, compareByCodePoint, type PathFact, type Retention } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import {
  canBeShared,
  canLieAtOrBelow,
  type HomeFact,
  homeFacts,
  homePathOf,
  keptFacts,
  pathsTo,
} from './home-facts.ts';

/** Something of a home that accounts share. */
export interface SharedEntry {
  /**
   * Relative to the home and, alike, to the shared root; `/` between segments. One `*` may stand inside a segment
   * until `expandEntries` has looked what is there.
   */
  readonly path: string;
  /** What the descriptor says of it, or of the directory that it lies in. */
  readonly fact: PathFact;
  /**
   * `link`: the directory, or a file that survives it, is a link; `children`: a real directory whose children are
   * linked one by one, because something lies below that is not shared; `mirror`: a file that is merged as a
   * whole; `mixed`: one that is merged by its rules.
   */
  readonly how: 'link' | 'children' | 'mirror' | 'mixed';
  /** Paths that must be shared with it: without its writer's lock a session is written by two at once. */
  readonly guards: readonly string[];
  /** What would delete from it unless told not to. */
  readonly retention: readonly Retention[];
}

/** A file of the account's own, whose shared part is merged with the root's. */
export function isMerged({ how }: Pick<SharedEntry, 'how'>): boolean {
  return how === 'mixed' || how === 'mirror';
}

/** What accounts of the tool can share. Nothing that is not here is ever shared. */
export function sharePlan(host: Host, tool: AITool): readonly SharedEntry[] {
  const known = plans.get(tool)?.[host.platform];
  if (known !== undefined) return known;
  const made = planOf(host, tool, []);
  plans.set(tool, { ...plans.get(tool), [host.platform]: made });
  return made;
}

const plans = new WeakMap<AITool, Partial<Readonly<Record<Host['platform'], readonly SharedEntry[]>>>>();

/**
 * What this account shares: nothing while sharing is off; never what it keeps to itself, nor what that leaves
 * without its guard. A path that it keeps below a shared directory makes that directory real.
 */
export function sharedEntries(host: Host, tool: AITool, account: StoredAccount): readonly SharedEntry[] {
  const { on, except } = account.sharing;
  if (!on) return [];
  return except.length === 0 ? sharePlan(host, tool) : planOf(host, tool, except);
}

function planOf(host: Host, tool: AITool, except: readonly string[]): readonly SharedEntry[] {
  const kept = keptFacts(except);
  const declared = homeFacts(host, tool);
  const facts = [...declared, ...kept];
  const entries = facts
    .filter(({ fact }) => canBeShared(fact))
    .flatMap((one) => entriesOf(host, tool, facts, one));
  const own = entries.filter(
    ({ path, how }, index) =>
      !kept.some((one) => canLieAtOrBelow(path, one.path)) &&
      !entries.some((other, nth) => isInside(path, how, other) || (other.path === path && nth < index)),
  );
  return guarded(own).toSorted((one, other) => compareByCodePoint(one.path, other.path));
}

function entriesOf(
  host: Host,
  tool: AITool,
  facts: readonly HomeFact[],
  { path, fact }: HomeFact,
): readonly SharedEntry[] {
  const below = facts.filter((other) => canLieAtOrBelow(other.path, path));
  const common = { fact, guards: guardsOf(host, tool, below), retention: retentionOf(host, tool, path) };
  if (fact.kind === 'file') return [{ path, ...common, how: howOfFile(host, fact) }];
  const apart = below.filter((other) => !canBeShared(other.fact) || other.fact.class === 'mixed');
  if (apart.length === 0) return [{ path, ...common, how: 'link' }];
  // Each directory on the way to what is not shared is real as well.
  const real = new Set([path, ...apart.flatMap((other) => between(path, other.path))]);
  return [...real].map((each) => ({ path: each, ...common, how: 'children' }));
}

/** Windows gives the right to make links to files to few; links to directories are junctions there. */
function howOfFile(host: Host, fact: PathFact): SharedEntry['how'] {
  if (fact.class === 'mixed') return 'mixed';
  return fact.linkSafe && host.platform !== 'win32' ? 'link' : 'mirror';
}

/** The directories above `path` that lie below `above`. */
function between(above: string, path: string): readonly string[] {
  return pathsTo(path).slice(above.split('/').length, -1);
}

function guardsOf(host: Host, tool: AITool, facts: readonly HomeFact[]): readonly string[] {
  const guards = facts.flatMap(({ fact }) =>
    (fact.guardedBy ?? []).map((path) => homePathOf(host, tool, path, fact.root)),
  );
  return [...new Set(guards)];
}

function retentionOf(host: Host, tool: AITool, path: string): readonly Retention[] {
  return (tool.retention ?? []).filter(({ governs, root }) =>
    governs.some((governed) => {
      const place = homePathOf(host, tool, governed, root);
      return canLieAtOrBelow(place, path) || canLieAtOrBelow(path, place);
    }),
  );
}

/** What lies in a linked directory is shared with it; it needs no way of its own. */
function isInside(path: string, how: SharedEntry['how'], other: SharedEntry): boolean {
  if (how === 'mixed' || other.path === path || !canLieAtOrBelow(path, other.path)) return false;
  const isDirectory = other.fact.kind === 'directory';
  // Below a directory that is real a file that must be merged has its own way; all else is one of its children.
  return isDirectory && (other.how === 'link' || (other.how === 'children' && how === 'link'));
}

/** Without what lacks its guard, and then without what that was the guard of. */
export function guarded<Entry extends Pick<SharedEntry, 'path' | 'guards'>>(
  entries: readonly Entry[],
): readonly Entry[] {
  const left = entries.filter(({ guards }) =>
    guards.every((guard) => entries.some(({ path }) => canLieAtOrBelow(guard, path))),
  );
  return left.length === entries.length ? entries : guarded(left);
}
