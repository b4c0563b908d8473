import { canLieAtOrBelow, homeDirectories } from '../accounts/index.ts';
import type { Host } from '../platform/index.ts';
import { type AITool, factOf, type PathFact } from '../registry/index.ts';

/** What a descriptor says of the paths of a home, by their place in the home. */
export interface HomeMap {
  factOf(path: string): PathFact | undefined;
  /** The descriptor speaks of something below it. */
  hasFactsBelow(path: string): boolean;
}

export function homeMap(host: Host, tool: AITool): HomeMap {
  const directories = homeDirectories(host, tool);
  return {
    factOf: (path) => factOf({ directories }, path),
    hasFactsBelow: (path) =>
      directories.some((fact) => fact.path !== path && canLieAtOrBelow(fact.path, path)),
  };
}
