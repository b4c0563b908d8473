import { type DocumentObject, type DocumentValue, formatPointer, isObject } from '../formats/index.ts';
import type { RulePlace } from '../registry/index.ts';
import { canonicalText } from './canonical-text.ts';
import { type Carved, isEmpty, ownPart } from './own-part.ts';

/** The smallest thing that is shared or not, as the rules say: a value, an entry of a map, an item of a list. */
export interface Leaf {
  /** Its name in bases and tombstones. */
  readonly name: string;
  readonly path: readonly string[];
  readonly place: RulePlace;
  readonly isItem: boolean;
  /** Its own part. */
  readonly value: DocumentValue;
  /** All that lies at its path. */
  readonly whole: DocumentValue;
  /** Only parts that are ruled by something else lie there. */
  readonly isShell: boolean;
  /** An entry of a map that is a map itself, and empty: that it is there is all that it says. */
  readonly isHollow?: true;
  /** Some of those parts name or belong to the account. */
  readonly holdsIdentity: boolean;
}

export interface Leaves {
  readonly leaves: ReadonlyMap<string, Leaf>;
  /** Pointers where a rule speaks of a map or a list, and something else lies. */
  readonly misshapen: readonly string[];
}

/** The leaves of a document, shared ones only, in its order. */
export function leavesOf(document: DocumentValue, place: RulePlace, hash: (text: string) => string): Leaves {
  const leaves = new Map<string, Leaf>();
  const misshapen: string[] = [];
  const add = (leaf: Leaf): unknown => leaves.set(leaf.name, leaf);
  const visit: Visit = (value, here, path, isEntry) => {
    if (!isSharedPlace(here)) {
      if (here.hasRulesBelow && isObject(value)) eachChild(value, here, path, visit);
    } else if (!here.isExact || here.kind === 'value') add(leafOf(value, here, path, visit));
    else if (value === null) return;
    else if (here.kind === 'map' && isObject(value)) {
      if (isEntry && isHollow(value)) add(hollowOf(value, here, path));
      eachChild(value, here, path, visit);
    } else if (here.kind !== 'map' && Array.isArray(value))
      for (const item of value) add(itemOf(item, here, path, hash));
    else misshapen.push(formatPointer(path));
  };
  visit(document, place, []);
  return { leaves, misshapen };
}

/** What the rules say of a place: that it is shared, however it is merged. */
export function isSharedPlace({ kind }: RulePlace): boolean {
  return kind !== 'identity' && kind !== 'disposable' && kind !== 'private';
}

/** `isEntry`: the value is an entry of a map. */
type Visit = (value: DocumentValue, place: RulePlace, path: readonly string[], isEntry?: boolean) => void;

function eachChild(object: DocumentValue, place: RulePlace, path: readonly string[], visit: Visit): void {
  const isMap = place.isExact && place.kind === 'map';
  for (const key of Object.keys(object as DocumentObject))
    visit((object as DocumentObject)[key] as DocumentValue, place.below(key), [...path, key], isMap);
}

function hollowOf(whole: DocumentValue, place: RulePlace, path: readonly string[]): Leaf {
  const entry = { name: formatPointer(path), path, place, isItem: false, value: {}, whole };
  return { ...entry, isShell: false, isHollow: true, holdsIdentity: false };
}

/** Nothing but empty containers, however deep. */
function isHollow(value: DocumentValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value as DocumentObject).every(isHollow);
}

function leafOf(whole: DocumentValue, place: RulePlace, path: readonly string[], visit: Visit): Leaf {
  let holdsIdentity = false;
  const onCarved = (carved: Carved): void => {
    holdsIdentity ||= carved.place.kind === 'identity' && !isEmpty(carved.value);
    if (!carved.isInList) visit(carved.value, carved.place, carved.path);
  };
  const value = ownPart(whole, place, onCarved, path);
  const isShell = value !== whole && isObject(value) && isEmpty(value);
  return { name: formatPointer(path), path, place, isItem: false, value, whole, isShell, holdsIdentity };
}

function itemOf(
  whole: DocumentValue,
  place: RulePlace,
  path: readonly string[],
  hash: (text: string) => string,
): Leaf {
  const holdsIdentity = ownPart(whole, place.below('0'), undefined, [], true) !== whole;
  const name = `#${hash(canonicalText(whole))}${formatPointer(path)}`;
  return { name, path, place, isItem: true, value: whole, whole, isShell: false, holdsIdentity };
}
