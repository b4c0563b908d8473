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

/** The same, as facts of a tool that has one directory only, the home: of them `factOf` answers for home paths. */
export function homeDirectories(host: Host, tool: AITool): readonly PathFact[] {
  const known = directoriesOf.get(tool) ?? inOneDirectory(homeFacts(host, tool));
  directoriesOf.set(tool, known);
  return known;
}

const directoriesOf = new WeakMap<AITool, readonly PathFact[]>();

/** Frozen: what is worked out of such a list is kept with it. */
export function inOneDirectory(facts: readonly HomeFact[]): readonly PathFact[] {
  return Object.freeze(facts.map(({ path, fact: { root: _, ...fact } }) => Object.freeze({ ...fact, path })));
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

/** What lies in a folder of a home; `''` is the home. */
export function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}

/** Every path on the way to a path, from the topmost on, and itself. */
export function pathsTo(path: string): readonly string[] {
  const segments = path === '' ? [] : path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** A home path below a folder on this disk; `''` is the folder. */
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
