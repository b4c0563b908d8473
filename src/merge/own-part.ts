import { type DocumentObject, type DocumentValue, isEqualValue, isObject } from '../formats/index.ts';
import type { RulePlace } from '../registry/index.ts';

/** A part of a leaf's value that is ruled by something else. */
export interface Carved {
  readonly path: readonly string[];
  readonly place: RulePlace;
  readonly value: DocumentValue;
  /** Inside a list: known by its neighbours only. */
  readonly isInList: boolean;
}

type OnCarved = (carved: Carved) => void;

/**
 * What of a leaf's value the leaf's rule speaks of: without the parts that have rules of their own, and without
 * keys of secrets. The very same value when there are none. Inside lists, where a place has no name that lasts,
 * only what may not be shared is taken out.
 */
export function ownPart(
  value: DocumentValue,
  place: RulePlace,
  onCarved: OnCarved = () => {},
  path: readonly string[] = [],
  isInList = false,
): DocumentValue {
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      typeof item === 'object' && item !== null
        ? ownPart(item, place.below(String(index)), onCarved, path, true)
        : item,
    );
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  // Most values are whole: a copy is begun only at the first part that is not.
  const keys = Object.keys(value);
  let copy: [string, DocumentValue][] | undefined;
  for (const [nth, key] of keys.entries()) {
    const child = (value as DocumentObject)[key] as DocumentValue;
    const below = place.below(key);
    const isCarved = !isOwn(below, place, isInList);
    const isLeaf = isCarved || typeof child !== 'object' || child === null;
    const own = isLeaf ? child : ownPart(child, below, onCarved, [...path, key], isInList);
    if (isCarved) onCarved({ path: [...path, key], place: below, value: child, isInList });
    if (isCarved || own !== child)
      copy ??= keys.slice(0, nth).map((each) => [each, (value as DocumentObject)[each] as DocumentValue]);
    if (!isCarved) copy?.push([key, own]);
  }
  return copy === undefined ? value : Object.fromEntries(copy);
}

/** What `ownPart` takes out, in its containers; undefined when that is nothing. Lists are not taken apart. */
function carvedPart(value: DocumentValue, place: RulePlace): DocumentValue | undefined {
  if (!isObject(value)) return ownPart(value, place) === value ? undefined : value;
  const entries = Object.entries(value as DocumentObject).flatMap(
    ([key, child]): [string, DocumentValue][] => {
      const below = place.below(key);
      const part = isOwn(below, place, false) ? carvedPart(child, below) : child;
      return part === undefined ? [] : [[key, part]];
    },
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The value without its own part: gone, unless something of the account or shared by another rule is left. */
export function withoutOwnPart(
  value: DocumentValue | undefined,
  place: RulePlace,
): DocumentValue | undefined {
  if (value === undefined) return undefined;
  let isMore = false;
  ownPart(value, place, (carved) => {
    isMore ||= !isLoose(carved.place) && !isEmpty(carved.value);
  });
  return isMore ? carvedPart(value, place) : undefined;
}

/** Whether a value says anything that is shared or that belongs to the account. */
export function isNeeded(value: DocumentValue, place: RulePlace): boolean {
  if (isLoose(place)) return false;
  if (!isObject(value)) return !isEmpty(value);
  return Object.entries(value as DocumentObject).some(([key, child]) => isNeeded(child, place.below(key)));
}

function isLoose({ kind }: RulePlace): boolean {
  return kind === 'private' || kind === 'disposable';
}

export function isEmpty(value: DocumentValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Another own part in a value whose other parts stay; undefined when one of them has no place in it. An item
 * of a list is taken for the same item only if its own part is the same.
 */
export function withOwnPart(
  own: DocumentValue,
  value: DocumentValue | undefined,
  place: RulePlace,
): DocumentValue | undefined {
  if (value === undefined || ownPart(value, place) === value) return own;
  if (Array.isArray(value)) return Array.isArray(own) ? withOwnItems(own, value, place) : undefined;
  if (!isObject(value) || !isObject(own)) return undefined;
  const entries = new Map<string, DocumentValue>();
  for (const [key, child] of Object.entries(value as DocumentObject)) {
    const below = place.below(key);
    const isKept = !isOwn(below, place, false);
    const wanted = Object.hasOwn(own, key) ? ((own as DocumentObject)[key] as DocumentValue) : undefined;
    const made = isKept
      ? child
      : wanted === undefined
        ? carvedPart(child, below)
        : withOwnPart(wanted, child, below);
    if (made !== undefined) entries.set(key, made);
    else if (wanted !== undefined) return undefined;
  }
  for (const [key, child] of Object.entries(own as DocumentObject))
    if (!entries.has(key)) entries.set(key, child);
  return Object.fromEntries(entries);
}

function withOwnItems(
  own: readonly DocumentValue[],
  items: readonly DocumentValue[],
  place: RulePlace,
): DocumentValue | undefined {
  const result = [...own];
  const taken = new Set<number>();
  for (const [index, item] of items.entries()) {
    const ownItem = ownPart(item, place.below(String(index)), undefined, [], true);
    if (ownItem === item) continue;
    const at = own.findIndex((each, nth) => !taken.has(nth) && isEqualValue(each, ownItem));
    if (at < 0) return undefined;
    taken.add(at);
    result[at] = item;
  }
  return result;
}

function isOwn(below: RulePlace, place: RulePlace, isInList: boolean): boolean {
  if (below.kind === 'identity' || below.kind === 'disposable' || below.kind === 'private') return false;
  return isInList || below.rule === place.rule;
}
