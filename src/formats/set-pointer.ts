import { ToolsError } from '../errors/index.ts';
import { editJson } from './edit-json.ts';
import { editToml } from './edit-toml.ts';
import { pointerSegments } from './json-pointer.ts';
import { parseJson } from './json-tree.ts';
import { isEqualValue, isObject, type JsonValue, setOwn } from './json-value.ts';
import { parseToml } from './toml-values.ts';

export type EditableFormat = 'json' | 'jsonc' | 'toml';
interface Change {
  readonly segments: readonly string[];
  readonly value: JsonValue | undefined;
}

/**
 * The text with the value at a JSON pointer; undefined takes it out. Every byte that is not the changed
 * value keeps its place: comments, order, line ends, the spelling of numbers. Without a change the very same
 * text. Missing parents are made; `''` is an empty document. Each step is read again and compared with what
 * was wanted; what cannot be done that way is refused, never done by writing the file anew.
 * @throws ToolsError EDIT_REFUSED, DOCUMENT_DAMAGED
 */
export function setPointer(
  text: string,
  format: EditableFormat,
  pointer: string,
  value: JsonValue | undefined,
  source?: string,
): string {
  const segments = pointerSegments(pointer);
  const refuse = (problem: string): never => {
    throw new ToolsError('EDIT_REFUSED', { source, pointer, problem });
  };
  const read = (from: string): unknown =>
    format === 'toml' ? parseToml(from, source) : parseJson(from, format, source);
  const apply = (before: string, change: Change): string => {
    const wanted = withValue(read(before), change.segments, change.value);
    if (wanted === undefined) return refuse('what lies above it holds no keys');
    for (const after of candidates(before, format, change)) {
      if (isWanted(() => read(after), wanted, change)) return after;
    }
    return refuse('the document has a shape that cannot be edited without touching the rest');
  };
  const step = (before: string): string =>
    changesTo(at(read(before), segments), value, segments).reduce(apply, before);
  const once = step(text);
  // The second step makes a table again that went with the last of its old keys.
  const isDone = value === undefined || isEqualValue(read(once), withValue(read(text), segments, value));
  return isDone ? once : step(once);
}

function candidates(text: string, format: EditableFormat, { segments, value }: Change): Iterable<string> {
  if (format === 'toml') return editToml(text, segments, value);
  const edited = editJson(text, format, segments, value);
  return edited === undefined ? [] : [edited];
}

/** The smallest changes that lead from one value to the other, keys one by one. */
function changesTo(current: unknown, value: JsonValue | undefined, segments: readonly string[]): Change[] {
  if (isEqualValue(current, value)) return [];
  if (!isObject(current) || !isObject(value)) return [{ segments, value }];
  const gone = Object.keys(current).filter((key) => !Object.hasOwn(value, key));
  return [
    ...gone.map((key) => ({ segments: [...segments, key], value: undefined })),
    ...Object.entries(value).flatMap(([key, child]) =>
      changesTo(at(current, [key]), child, [...segments, key]),
    ),
  ];
}

function isWanted(read: () => unknown, wanted: unknown, { segments, value }: Change): boolean {
  let got: unknown;
  try {
    got = read();
  } catch {
    return false;
  }
  if (isEqualValue(got, wanted)) return true;
  // TOML's tables that only their contents made go with the last of them.
  return (
    value === undefined &&
    segments.length > 0 &&
    at(got, segments.slice(0, -1)) === undefined &&
    isEqualValue(got, pruned(wanted, segments.slice(0, -1)))
  );
}

function pruned(value: unknown, segments: readonly string[]): unknown {
  const here = at(value, segments);
  const isEmpty = isObject(here) && Object.keys(here).length === 0;
  return isEmpty && segments.length > 0
    ? pruned(withValue(value, segments, undefined), segments.slice(0, -1))
    : value;
}

/** A copy with another value in one place; undefined when the place is inside something that holds no keys. */
function withValue(container: unknown, segments: readonly string[], value: unknown): unknown {
  const [key, ...rest] = segments;
  if (key === undefined) return value === undefined ? {} : value;
  if (Array.isArray(container)) return withItem(container, key, rest, value);
  if (container !== undefined && container !== null && !isObject(container)) return undefined;
  const copy = {};
  for (const [name, child] of Object.entries(container ?? {}))
    if (name !== key || value !== undefined || rest.length > 0) setOwn(copy, name, child);
  if (value === undefined && (rest.length === 0 || at(container, [key]) === undefined)) return copy;
  const child = withValue(at(container, [key]), rest, value);
  if (child === undefined) return undefined;
  setOwn(copy, key, child);
  return copy;
}

function withItem(items: readonly unknown[], key: string, rest: readonly string[], value: unknown): unknown {
  const index = key === '-' ? items.length : Number(key);
  if (!/^(-|0|[1-9]\d*)$/.test(key) || index > items.length) return undefined;
  if (value === undefined && rest.length === 0) return items.toSpliced(index, 1);
  const child = withValue(items[index], rest, value);
  return child === undefined ? undefined : items.toSpliced(index, 1, child);
}

function at(value: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((here, key) => {
    const isThere =
      typeof here === 'object' &&
      here !== null &&
      Object.hasOwn(here, key) &&
      !(Array.isArray(here) && key === 'length');
    return isThere ? (here as Record<string, unknown>)[key] : undefined;
  }, value);
}
