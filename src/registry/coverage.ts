import { sortByCodePoint } from './code-point-order.ts';
import type { AITool } from './descriptor.ts';
import type { AIToolRegistry } from './registry.ts';
import { idProblem, parseToolId } from './tool-id.ts';

/** Which tools a piece of work, done once for each, was done for. */
export interface CoverageRecord {
  /** Line 1, whatever it says. */
  readonly marker: string;
  /** Sorted; also ids of tools that are not registered now. */
  readonly ids: readonly string[];
}

/** Line 1 of the records that we write. */
export const coverageMarker = 'coverage 1';

/**
 * Reads a record; no text: nothing was covered. `declared` gives the sets that old markers without any id
 * stand for: fixed when the format changed, never the tools of today.
 */
export function parseCoverage(
  text: string | undefined,
  declared: Readonly<Record<string, readonly string[]>> = {},
): CoverageRecord {
  const [marker = '', ...lines] = (text ?? '').split(/\r?\n/);
  const listed = lines.filter((line) => idProblem(line) === undefined);
  const ids = listed.length === 0 && Object.hasOwn(declared, marker) ? (declared[marker] ?? []) : listed;
  return { marker, ids: sortedOnce(ids) };
}

/**
 * The text of a record.
 * @throws RegistrationError for what is no id: a line break in one would forge another's line.
 */
export function formatCoverage(ids: Iterable<string>): string {
  return [coverageMarker, ...sortedOnce([...ids].map(parseToolId)), ''].join('\n');
}

/** The registered tools that the work has still to be done for. */
export function pendingTools(
  registry: Pick<AIToolRegistry, 'all'>,
  record: CoverageRecord,
): readonly AITool[] {
  const covered = new Set(record.ids);
  return registry.all().filter((tool) => !covered.has(tool.id));
}

/** The record with the ids for which the work was really done. A tool that failed or was absent is not among them. */
export function cover(record: CoverageRecord, settledIds: Iterable<string>): CoverageRecord {
  return { marker: coverageMarker, ids: sortedOnce([...record.ids, ...[...settledIds].map(parseToolId)]) };
}

function sortedOnce(ids: readonly string[]): readonly string[] {
  return sortByCodePoint([...new Set(ids)]);
}
