import type { SemVer } from 'semver';
import coerce from 'semver/functions/coerce.js';
import gte from 'semver/functions/gte.js';
import lt from 'semver/functions/lt.js';
import parse from 'semver/functions/parse.js';
import type { AITool } from '../../registry/index.ts';

export type ToolDiagnosis = 'missing' | 'probe-failed' | 'incompatible' | 'ready';

/**
 * Whether the program of a tool can be used as its descriptor knows it. `program`: the one that would be started,
 * undefined where there is none; its version is undefined where that could not be told.
 */
export function toolDiagnosis(
  { executable }: Pick<AITool, 'executable'>,
  program: { readonly version: string | undefined } | undefined,
): ToolDiagnosis {
  if (!program) return 'missing';
  const version = orderedVersion(program.version);
  if (!version) return 'probe-failed';
  const { min, below } = executable?.supported ?? {};
  const [least, end] = [orderedVersion(min), orderedVersion(below && endOf(below))];
  return (least && !gte(version, least)) || (end && !lt(version, end)) ? 'incompatible' : 'ready';
}

/** What comes before the release that is no longer supported is no longer supported, either. */
function endOf(below: string): string {
  return below.includes('-') ? below : `${orderedVersion(below)?.version ?? below}-0`;
}

/** Descriptors and programs say 1.2 and 2026.11.30.1, too, which SemVer does not know. */
function orderedVersion(text: string | undefined): SemVer | undefined {
  if (text === undefined) return undefined;
  return parse(text) ?? coerce(text, { includePrerelease: true }) ?? undefined;
}
