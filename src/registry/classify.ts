import type { PathClass, PathFact, PathRoot, ToolDescriptor } from './descriptor.ts';
import { foldName } from './fold-name.ts';
import { compareSpecificity, matchesSegment, pathSegments } from './path-pattern.ts';

/** What classifying reads of a descriptor. */
export type Classified = Pick<ToolDescriptor, 'directories' | 'sessionSubdirectories'>;

/**
 * The class of a path of the tool, relative to `root`. What lies in a declared directory has its class; the
 * closest declaration wins; whatever no declaration covers is identity. A path that some disk could take for
 * another one (`..`, absolute, `\`, other case) never leaves identity.
 */
export function classify(tool: Classified, path: string, root: PathRoot = 'config'): PathClass {
  return factOf(tool, path, root)?.class ?? 'identity';
}

/** The declaration that decides about a path; undefined: none does, or the path is not to be trusted. */
export function factOf(tool: Classified, path: string, root: PathRoot = 'config'): PathFact | undefined {
  const segments = pathSegments(path.endsWith('/') ? path.slice(0, -1) : path);
  if (segments === undefined) return undefined;
  const exact = closestFact(tool, segments, root, (segment) => segment);
  const folded = closestFact(tool, segments.map(foldName), root, foldName);
  return exact?.class === folded?.class ? exact : undefined;
}

function closestFact(
  tool: Classified,
  path: readonly string[],
  root: PathRoot,
  spell: (segment: string) => string,
): PathFact | undefined {
  let best: { fact: PathFact; segments: readonly string[] } | undefined;
  for (const fact of factsOf(tool)) {
    if ((fact.root ?? 'config') !== root) continue;
    const segments = fact.path.split('/').map(spell);
    if (!covers(fact, segments, path)) continue;
    const closer = best === undefined ? 1 : compareSpecificity(segments, best.segments);
    if (best === undefined || closer > 0 || (closer === 0 && isMorePrivate(fact.class, best.fact.class))) {
      best = { fact, segments };
    }
  }
  return best?.fact;
}

/** The declarations; without any, session directories are shared and everything else is identity. */
function factsOf(tool: Classified): readonly PathFact[] {
  return (
    tool.directories ??
    (tool.sessionSubdirectories ?? []).map((path): PathFact => ({ path, class: 'shared', kind: 'directory' }))
  );
}

function covers(fact: PathFact, pattern: readonly string[], path: readonly string[]): boolean {
  const reaches = fact.kind === 'directory' ? path.length >= pattern.length : path.length === pattern.length;
  return reaches && pattern.every((segment, index) => matchesSegment(segment, path[index] ?? ''));
}

const mostPrivateFirst: readonly PathClass[] = ['identity', 'mixed', 'disposable', 'shared'];

export function isMorePrivate(one: PathClass, other: PathClass): boolean {
  return mostPrivateFirst.indexOf(one) < mostPrivateFirst.indexOf(other);
}
