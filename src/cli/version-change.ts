import { isSameLine } from '../install/index.ts';
import type { AITool } from '../registry/index.ts';

/** A step from one version to another, in one root. */
export interface VersionChange {
  readonly before?: string | undefined;
  readonly version: string;
  readonly root: string;
}

/**
 * What the way back from a step to another major or minor version would cost; undefined: nothing. A program may
 * change what it finds, and an older one then may not read it.
 */
export function wayBackProblem(tool: AITool, { before, version, root }: VersionChange): string | undefined {
  if (before === undefined || isSameLine(before, version)) return undefined;
  const kept = keptIn(tool);
  const what = kept.length === 0 ? 'what it finds' : kept.join(', ');
  return `${version} is another major or minor version than ${before}: once it has changed ${what} in the root "${root}", a roll-back to ${before} may not read it`;
}

/** The parts of a root that matter to people, a few of them. */
function keptIn({ directories = [], sessionSubdirectories }: AITool): readonly string[] {
  const shared = directories.filter((fact) => fact.class === 'shared' || fact.class === 'mixed');
  const names = [...sessionSubdirectories, ...shared.map(({ path }) => path)];
  return [...new Set(names)].slice(0, 5);
}
