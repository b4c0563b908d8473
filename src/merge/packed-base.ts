import type { FileBase, LeafBase, Pack } from './file-base.ts';
import { type MapParts, partCount, partOfLeaf } from './map-parts.ts';

// The leaves of a part in which everything is in step lie in a base as one text, beside the hash of what both files
// said. Most bases are nothing but such parts: they are neither read nor made anew while nothing changes in them.

type Packs = NonNullable<FileBase['packs']>;

/** The base with all leaves where they are read. */
export function unpacked(base: FileBase): FileBase {
  return unpackedBut(base, {});
}

/** The base with those leaves where they are read that are not in these packs, and with none of the packs. */
export function unpackedBut({ packs = {}, ...base }: FileBase, kept: Packs): FileBase {
  const leaves = Object.entries(packs).flatMap(([key, parts]) =>
    parts.flatMap((pack, part) =>
      pack === null || kept[key]?.[part] ? [] : (JSON.parse(pack[2]) as [string, LeafBase][]),
    ),
  );
  return leaves.length === 0
    ? base
    : { ...base, leaves: Object.fromEntries([...Object.entries(base.leaves), ...leaves]) };
}

/** The base with the leaves of each part packed in which nothing is open, beside those that are packed already. */
export function packed(
  base: FileBase,
  maps: ReadonlyMap<string, MapParts>,
  already: Packs,
  open: Iterable<string>,
): FileBase {
  const placeOf = (leaf: string) => {
    const place = partOfLeaf(leaf);
    return place && maps.has(place.key) ? place : undefined;
  };
  const isOpen = new Map(Array.from(maps.keys(), (key) => [key, new Set<number>()]));
  for (const leaf of open) {
    const place = placeOf(leaf);
    if (place) isOpen.get(place.key)?.add(place.part);
  }
  const inParts = new Map(Array.from(maps.keys(), (key) => [key, new Map<number, [string, LeafBase][]>()]));
  const leaves: [string, LeafBase][] = [];
  for (const entry of Object.entries(base.leaves)) {
    const place = placeOf(entry[0]);
    const parts = place && !isOpen.get(place.key)?.has(place.part) ? inParts.get(place.key) : undefined;
    const group = place && parts?.get(place.part);
    if (group) group.push(entry);
    else if (place && parts) parts.set(place.part, [entry]);
    else leaves.push(entry);
  }
  const packOf = (key: string, { hashOf }: MapParts, part: number): Pack | null => {
    const made = inParts.get(key)?.get(part);
    return made === undefined ? null : [hashOf(part), made.filter(isHeld).length, JSON.stringify(made)];
  };
  const packs = Array.from(maps, ([key, map]): [string, (Pack | null)[]] => [
    key,
    Array.from({ length: partCount }, (_, part) => already[key]?.[part] ?? packOf(key, map, part)),
  ]);
  return { ...base, leaves: Object.fromEntries(leaves), packs: Object.fromEntries(packs) };
}

function isHeld([, { hash }]: [string, LeafBase]): boolean {
  return hash !== null;
}
