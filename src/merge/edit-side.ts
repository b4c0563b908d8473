import { ToolsError } from '../errors/index.ts';
import { type DocumentObject, type DocumentValue, editDocument, isObject } from '../formats/index.ts';
import type { RulePlace } from '../registry/index.ts';
import type { MergeFormat } from './merge-input.ts';
import { isNeeded } from './own-part.ts';

/** A new value for one place, made from the one that is there; undefined: nothing is. */
export interface Edit {
  readonly leaf: string;
  readonly path: readonly string[];
  /** For something that goes: as many of the containers on its path, from the top, stay though nothing is left. */
  readonly stays?: number;
  readonly apply: (current: DocumentValue | undefined) => DocumentValue | undefined;
}

export interface Edited {
  readonly text: string;
  /** Leaves that the format has no way to write there. */
  readonly refused: readonly string[];
}

/** A document's text after the edits, all at once; if that is refused one by one, without those that can't be. */
export function editSide(
  text: string | undefined,
  format: MergeFormat,
  value: DocumentValue,
  place: RulePlace,
  edits: readonly Edit[],
): Edited {
  try {
    return { text: written(text, format, value, withEdits(value, place, edits)), refused: [] };
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  const accepted: Edit[] = [];
  const refused: string[] = [];
  let result = text ?? '';
  for (const edit of edits) {
    try {
      result = written(text, format, value, withEdits(value, place, [...accepted, edit]));
      accepted.push(edit);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.push(edit.leaf);
    }
  }
  return { text: result, refused };
}

/** How many steps of the path lead to something. */
export function depthIn(document: DocumentValue, path: readonly string[]): number {
  let here: DocumentValue = document;
  for (const [depth, key] of path.entries()) {
    if (!isObject(here) || !Object.hasOwn(here, key)) return depth;
    here = (here as DocumentObject)[key] as DocumentValue;
  }
  return path.length;
}

/** Whether every place above the path is an object or not there yet. */
export function canHold(document: DocumentValue, path: readonly string[]): boolean {
  let here: DocumentValue | undefined = document;
  for (const key of path) {
    if (here === undefined || here === null) return true;
    if (!isObject(here)) return false;
    here = Object.hasOwn(here, key) ? (here as DocumentObject)[key] : undefined;
  }
  return true;
}

function written(
  text: string | undefined,
  format: MergeFormat,
  value: DocumentValue,
  wanted: DocumentValue | undefined,
): string {
  if (format === 'text') return String(wanted ?? '');
  return editDocument(text ?? '', format, value as DocumentObject, (wanted ?? {}) as DocumentObject);
}

/** What lies deeper is done first; each container is copied once. */
function withEdits(
  value: DocumentValue | undefined,
  place: RulePlace,
  edits: readonly Edit[],
  depth = 0,
): DocumentValue | undefined {
  const deeper = new Map<string, Edit[]>();
  for (const edit of edits) {
    const key = edit.path[depth];
    if (key === undefined) continue;
    const group = deeper.get(key);
    if (group) group.push(edit);
    else deeper.set(key, [edit]);
  }
  let result = value;
  if (deeper.size > 0) {
    const entries = new Map(isObject(value) ? Object.entries(value as DocumentObject) : []);
    for (const [key, group] of deeper) {
      const child = withEdits(entries.get(key), place.below(key), group, depth + 1);
      if (child === undefined) entries.delete(key);
      else entries.set(key, child);
    }
    if (entries.size > 0 || isObject(value)) result = Object.fromEntries(entries);
    const mayGo = edits.every(({ stays = depth }) => stays < depth);
    if (mayGo && result !== undefined && !isNeeded(result, place)) result = undefined;
  }
  for (const { path, apply } of edits) if (path.length === depth) result = apply(result);
  return result;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ToolsError && error.code === 'EDIT_REFUSED';
}
