import type { Host } from '../../platform/index.ts';
import { type AITool, matchesSegment, type PathFact, type PathRoot } from '../../registry/index.ts';
import { pathsIn } from '../home/home-paths.ts';

/** What the descriptor says of the paths of a home, each with its place in the home. */
export interface HomeFact {
  /** Relative to the home, `/` between segments; one `*` may stand inside a segment. */
  readonly path: string;
  readonly fact: PathFact;
}

/** Without any fact, session directories are shared and everything else is identity. */
export function homeFacts(host: Host, tool: AITool): readonly HomeFact[] {
  const known = factsOf.get(tool) ?? placed(host, tool);
  factsOf.set(tool, known);
  return known;
}

/** The same on every system, whose own separator is not in them. */
const factsOf = new WeakMap<AITool, readonly HomeFact[]>();

function placed(host: Host, tool: AITool): readonly HomeFact[] {
  const facts: readonly PathFact[] =
    tool.directories ??
    tool.sessionSubdirectories.map((path) => ({ path, class: 'shared', kind: 'directory' }));
  return facts.map((fact) => ({ path: homePathOf(host, tool, fact.path, fact.root), fact }));
}

/** What an account keeps to itself, as if the descriptor said so. */
export function keptFacts(except: readonly string[]): readonly HomeFact[] {
  return except.map((path) => ({ path, fact: { path, class: 'identity', kind: 'directory' } }));
}

/** A value that holds a path of its own home is of no use in another. */
export function canBeShared(fact: PathFact): boolean {
  return fact.class === 'mixed' || (fact.class === 'shared' && !fact.holdsAbsolutePaths);
}

/** Where a path of the descriptor lies in a home: the same in each, and in the shared root. */
export function homePathOf(host: Host, tool: AITool, path: string, root?: PathRoot): string {
  const { home, rootOf } = pathsIn(host, tool, host.homeDir);
  const inside = host.path.relative(home, rootOf(root)).split(host.path.sep).join('/');
  return inside === '' ? path : `${inside}/${path}`;
}

/** A home path below a folder on this disk. */
export function placeIn(host: Host, folder: string, path: string): string {
  return host.path.join(folder, ...path.split('/'));
}

/** Whether some path that the first stands for can be the second's, or lie below one. Each may hold a `*`. */
export function canLieAtOrBelow(path: string, above: string): boolean {
  const [segments, upper] = [path.split('/'), above.split('/')];
  return (
    segments.length >= upper.length && upper.every((each, index) => canMeet(each, segments[index] ?? ''))
  );
}

function canMeet(one: string, other: string): boolean {
  if (one.includes('*') && other.includes('*')) return true;
  return matchesSegment(one, other) || matchesSegment(other, one);
}
