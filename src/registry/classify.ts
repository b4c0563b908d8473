import type { PathClass, PathFact, PathRoot, ToolDescriptor } from './descriptor.ts';
import { foldName } from './fold-name.ts';
import { frozenMemo } from './frozen-memo.ts';
import { matchesSegment, pathSegments } from './path-pattern.ts';
import { type Declaration, decidingOf } from './precedence.ts';

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
  const { written, folded } = declarationsOf(tool);
  const exact = decidingFact(written, root, segments);
  const onSomeDisk = decidingFact(folded, root, segments.map(foldName));
  return exact?.class === onSomeDisk?.class ? exact : undefined;
}

/** Every declaration, as it is written and as a disk without case reads it. */
interface Declarations {
  readonly written: readonly FactDeclaration[];
  readonly folded: readonly FactDeclaration[];
}

interface FactDeclaration extends Declaration {
  readonly fact: PathFact;
}

function decidingFact(
  declarations: readonly FactDeclaration[],
  root: PathRoot,
  path: readonly string[],
): PathFact | undefined {
  const isIn = ({ fact }: FactDeclaration) => (fact.root ?? 'config') === root;
  return decidingOf(declarations.filter((one) => isIn(one) && covers(one, path)))?.fact;
}

/** Without any, session directories are shared and everything else is identity. */
function declarationsOf({ directories, sessionSubdirectories = [] }: Classified): Declarations {
  return takeApart(
    directories ??
      sessionSubdirectories.map((path): PathFact => ({ path, class: 'shared', kind: 'directory' })),
  );
}

const takeApart = frozenMemo((facts: readonly PathFact[]): Declarations => {
  const written = facts.map((fact) => ({ fact, pattern: fact.path.split('/'), class: fact.class }));
  return { written, folded: written.map((one) => ({ ...one, pattern: one.pattern.map(foldName) })) };
});

function covers({ fact, pattern }: FactDeclaration, path: readonly string[]): boolean {
  const reaches = fact.kind === 'directory' ? path.length >= pattern.length : path.length === pattern.length;
  return reaches && pattern.every((segment, index) => matchesSegment(segment, path[index] ?? ''));
}
