import type { PathClass, PathFact, PathRoot, ToolDescriptor } from './descriptor.ts';
import { foldName } from './fold-name.ts';
import { frozenMemo } from './frozen-memo.ts';
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
  const facts = declarationsOf(tool).filter(({ fact }) => (fact.root ?? 'config') === root);
  const exact = closestFact(facts, 'segments', segments);
  const folded = closestFact(facts, 'folded', segments.map(foldName));
  return exact?.class === folded?.class ? exact : undefined;
}

/** A declaration with its path taken apart, as written and as a disk without case reads it. */
interface Declaration {
  readonly fact: PathFact;
  readonly segments: readonly string[];
  readonly folded: readonly string[];
}

function closestFact(
  facts: readonly Declaration[],
  spelling: 'segments' | 'folded',
  path: readonly string[],
): PathFact | undefined {
  let best: Declaration | undefined;
  for (const declaration of facts) {
    if (!covers(declaration.fact, declaration[spelling], path)) continue;
    const closer = best === undefined ? 1 : compareSpecificity(declaration[spelling], best[spelling]);
    if (
      best === undefined ||
      closer > 0 ||
      (closer === 0 && isMorePrivate(declaration.fact.class, best.fact.class))
    ) {
      best = declaration;
    }
  }
  return best?.fact;
}

/** The declarations; without any, session directories are shared and everything else is identity. */
function declarationsOf({ directories, sessionSubdirectories = [] }: Classified): readonly Declaration[] {
  if (directories === undefined) {
    return sessionSubdirectories.map((path) => declarationOf({ path, class: 'shared', kind: 'directory' }));
  }
  return takeApart(directories);
}

const takeApart = frozenMemo((directories: readonly PathFact[]) => directories.map(declarationOf));

function declarationOf(fact: PathFact): Declaration {
  const segments = fact.path.split('/');
  return { fact, segments, folded: segments.map(foldName) };
}

function covers(fact: PathFact, pattern: readonly string[], path: readonly string[]): boolean {
  const reaches = fact.kind === 'directory' ? path.length >= pattern.length : path.length === pattern.length;
  return reaches && pattern.every((segment, index) => matchesSegment(segment, path[index] ?? ''));
}

const mostPrivateFirst: readonly PathClass[] = ['identity', 'mixed', 'disposable', 'shared'];

export function isMorePrivate(one: PathClass, other: PathClass): boolean {
  return mostPrivateFirst.indexOf(one) < mostPrivateFirst.indexOf(other);
}
