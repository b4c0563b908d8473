import { ToolsError } from '../errors/index.ts';
import { formatPointer } from './json-pointer.ts';
import { parseJson } from './json-tree.ts';
import { isEqualValue, isObject, type JsonValue } from './json-value.ts';
import { listChange } from './list-change.ts';
import type { DocumentObject, DocumentValue } from './parse-strictly.ts';
import { type EditableFormat, setPointer } from './set-pointer.ts';
import { spliceJson } from './splice-json.ts';
import { parseToml } from './toml-values.ts';

/**
 * The text with another value, however many keys that changes: whatever is the same in both keeps its bytes.
 * `current` is the text's value, which the caller has read strictly; parts that it shares with `wanted` are
 * not looked into. Of JSON it is one pass, checked by reading the result; of the other formats one for each
 * change, an absent table with all in it being one. `''` is an empty document.
 * @throws ToolsError EDIT_REFUSED rather than touching anything else; DOCUMENT_DAMAGED
 */
export function editDocument(
  text: string,
  format: EditableFormat,
  current: DocumentObject,
  wanted: DocumentObject,
  source?: string,
): string {
  if (isSame(current, wanted)) return text;
  const edited =
    format === 'json' ? spliceJson(text, current, wanted) : editByKey(text, format, current, wanted, source);
  if (readsAs(edited, format, wanted)) return edited;
  throw new ToolsError('EDIT_REFUSED', { source, pointer: '', problem: 'the edit would not read back' });
}

function readsAs(text: string, format: EditableFormat, wanted: DocumentObject): boolean {
  try {
    return isSame(format === 'toml' ? parseToml(text) : parseJson(text, format), wanted);
  } catch {
    return false;
  }
}

type Path = readonly string[];
interface Change {
  readonly path: Path;
  readonly value: DocumentValue | undefined;
}

function editByKey(
  text: string,
  format: EditableFormat,
  current: DocumentObject,
  wanted: DocumentObject,
  source: string | undefined,
): string {
  const set = (before: string, { path, value }: Change): string =>
    setPointer(before, format, formatPointer(path), value as JsonValue | undefined, source);
  return changesBetween(current, wanted, []).reduce((before, change) => {
    if (!('items' in change)) return set(before, change);
    try {
      return change.items.reduce(set, before);
    } catch {
      return set(before, change);
    }
  }, text);
}

/** An array that lost some items and got some at its end; if that can't be written, the array as it should be. */
interface ArrayChange extends Change {
  readonly items: readonly Change[];
}

function changesBetween(
  before: DocumentValue | undefined,
  after: DocumentValue | undefined,
  path: Path,
): (Change | ArrayChange)[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changesBetween(own(before, key), own(after, key), [...path, key]));
  }
  if (!Array.isArray(before) || !Array.isArray(after)) return [{ path, value: after }];
  const change = listChange(before, after);
  if (change === undefined) return [{ path, value: after }];
  const items = [
    ...change.removed.toReversed().map((index) => ({ path: [...path, String(index)], value: undefined })),
    ...change.added.map((value, nth) => ({
      path: [...path, String(before.length - change.removed.length + nth)],
      value: value as DocumentValue,
    })),
  ];
  return [{ path, value: after, items }];
}

function own(object: { readonly [key: string]: unknown }, key: string): DocumentValue | undefined {
  return Object.hasOwn(object, key) ? (object[key] as DocumentValue) : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || isEqualValue(one, other);
}
