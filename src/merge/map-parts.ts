import {
  type Alike,
  type JsonList,
  type ListedMember,
  pointerSegments,
  topObjects,
} from '../formats/index.ts';
import { type KeyRule, rulePlaces } from '../registry/index.ts';
import { pointerOf } from './file-base.ts';
import type { MergeInput } from './merge-input.ts';

// A file may hold ten thousand entries of which one has changed. The entries of the maps at its top are dealt into
// parts by their keys, so that what two texts say in a part can be known again by one hash.

/** Into how many parts each map is dealt. Stored bases count on it. */
export const partCount = 256;

/** A map's entries in the two texts of a step. */
export interface MapParts {
  readonly shared: readonly ListedMember[];
  readonly home: readonly ListedMember[];
  /** A hash of all that both texts say in a part, and of what the rules make of it. */
  hashOf(part: number): string;
}

/** The maps at the top that both texts have, by key; undefined: too small to be worth it, or no JSON. */
export function mapPartsOf(
  { format, rules, hash, partsFrom = worthwhile }: MergeInput,
  shared: string | undefined,
  home: string | undefined,
): ReadonlyMap<string, MapParts> | undefined {
  if (format !== 'json' || shared === undefined || home === undefined) return undefined;
  if (shared.length + home.length < partsFrom) return undefined;
  const inShared = mapsIn(shared, rules);
  const inHome = inShared && mapsIn(home, rules, { text: shared, objects: inShared });
  if (!inHome) return undefined;
  const saying = hash(JSON.stringify(rules));
  return new Map(
    [...inShared].flatMap(([key, ours]) => {
      const theirs = inHome.get(key);
      if (!theirs) return [];
      const sharedParts = dealt(ours.members);
      const homeParts = dealt(theirs.members);
      const hashOf = (part: number): string => {
        const one = textsOf(shared, sharedParts.get(part) ?? []);
        const other = textsOf(home, homeParts.get(part) ?? []);
        const isSame = one.length === other.length && one.every((each, nth) => each === other[nth]);
        return hash([saying, one.join('\0'), ...(isSame ? [] : [other.join('\0')])].join('\0\0'));
      };
      return [[key, { shared: ours.members, home: theirs.members, hashOf }] as const];
    }),
  );
}

/** Characters of both texts: below that reading is quick enough. */
const worthwhile = 200_000;

/** Where a leaf belongs: the map's key, and which part. */
export function partOfLeaf(leaf: string): { readonly key: string; readonly part: number } | undefined {
  const [, map, entry] = pointerOf(leaf).split('/', 3);
  if (map === undefined || entry === undefined) return undefined;
  const [key, name] = pointerSegments(`/${map}/${entry}`) as [string, string];
  return { key, part: partOf(name) };
}

/** FNV-1a of the entry's key. */
export function partOf(entry: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < entry.length; at += 1) mixed = Math.imul(mixed ^ entry.charCodeAt(at), 0x01000193);
  return (mixed ^ (mixed >>> 16)) & (partCount - 1);
}

function mapsIn(
  text: string,
  rules: readonly KeyRule[],
  alike?: Alike,
): ReadonlyMap<string, JsonList> | undefined {
  const top = rulePlaces(rules);
  const isMap = (key: string): boolean => {
    const { kind, isExact } = top.below(key);
    return isExact && kind === 'map';
  };
  try {
    return topObjects(text, isMap, alike);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** By part; most maps are too small to have something in each. */
function dealt(members: readonly ListedMember[]): ReadonlyMap<number, readonly ListedMember[]> {
  const parts = new Map<number, ListedMember[]>();
  for (const member of members) {
    const part = partOf(member.key);
    const others = parts.get(part);
    if (others) others.push(member);
    else parts.set(part, [member]);
  }
  return parts;
}

function textsOf(text: string, members: readonly ListedMember[]): readonly string[] {
  return members.map(({ start, end }) => text.slice(start, end));
}
