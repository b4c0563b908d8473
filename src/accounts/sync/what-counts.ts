import { pointerSegments } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, KeyRule } from '../../registry/index.ts';
import type { Counting } from '../counting.ts';
import { homePathOf } from '../sharing/home-facts.ts';
import type { SharedEntry } from '../sharing/share-plan.ts';
import { mergeFacts } from './merge-facts.ts';

/**
 * What counts of a mixed file for a start: whatever a pointer of the descriptor leads to, in a rule or anywhere else;
 * but what is thrown away or never merged, only as far as it stands in something that is. No rule names the rest, so
 * that it is its account's, and nobody of ours reads it. undefined: all of the file counts.
 */
export function whatCounts(host: Host, tool: AITool, entry: SharedEntry): Counting | undefined {
  if (entry.how !== 'mixed' || mergeFacts(host, tool, entry).format !== 'json') return undefined;
  const known = memory.get(tool)?.get(entry.path);
  if (known !== undefined) return known ?? undefined;
  const { rules } = mergeFacts(host, tool, entry);
  const { directories: _, ...rest } = tool;
  const isUnmerged = (rule: KeyRule) => rule.class === 'disposable' || rule.merge === 'private';
  const pointersOf = (some: readonly KeyRule[]) => some.map(({ pointer }) => pointer);
  const unmerged = pointersOf(rules.filter(isUnmerged));
  const named = [...pointersOf(rules.filter((rule) => !isUnmerged(rule))), ...pointersIn(rest)];
  const isWhole = [...named, ...unmerged].includes('') || hasWholeFile(host, tool, entry.path, rest);
  const counting = isWhole
    ? null
    : countingOf(
        named.filter((pointer) => !unmerged.includes(pointer)),
        unmerged,
      );
  const ofTool = memory.get(tool) ?? new Map<string, Counting | null>();
  memory.set(tool, ofTool.set(entry.path, counting));
  return counting ?? undefined;
}

const memory = new WeakMap<AITool, Map<string, Counting | null>>();

/** Whatever looks like one, whichever file it leads into: one too many costs a slow start, one too few a wrong one. */
function pointersIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('/') ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pointersIn) : [];
}

/** Somewhere all of that file is meant. */
function hasWholeFile(host: Host, tool: AITool, path: string, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { file, root, pointer } = value as { file?: unknown; root?: never; pointer?: unknown };
  const isOfFile = typeof file === 'string' && homePathOf(host, tool, file, root) === path;
  return (
    (isOfFile && pointer === '') || Object.values(value).some((each) => hasWholeFile(host, tool, path, each))
  );
}

interface Place {
  isNamed: boolean;
  isUnmerged: boolean;
  readonly members: Map<string, Place>;
}

function countingOf(named: readonly string[], unmerged: readonly string[]): Counting {
  const top = newPlace();
  for (const pointer of named) placeAt(top, pointer).isNamed = true;
  for (const pointer of unmerged) placeAt(top, pointer).isUnmerged = true;
  return countingAt(top, false);
}

function newPlace(): Place {
  return { isNamed: false, isUnmerged: false, members: new Map() };
}

function placeAt(top: Place, pointer: string): Place {
  let place = top;
  for (const segment of pointerSegments(pointer)) {
    const member = place.members.get(segment) ?? newPlace();
    place.members.set(segment, member);
    place = member;
  }
  return place;
}

/** @param isBelow something above it is named, and it with that */
function countingAt({ isNamed, isUnmerged, members }: Place, isBelow: boolean): Counting {
  if (isUnmerged && !isNamed && members.size === 0) return isBelow ? 'presence' : 'nothing';
  const isWhole = isNamed || isBelow || isUnmerged;
  const counted = [...members].map(([key, member]) => [key, countingAt(member, isWhole)] as const);
  if (isWhole && counted.every(([, counting]) => counting === 'whole')) return 'whole';
  return { others: isWhole ? 'whole' : 'nothing', members: Object.fromEntries(counted) };
}
