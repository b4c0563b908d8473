import { type DocumentObject, type DocumentValue, isObject } from '../formats/index.ts';
import { holdsCredential, looksLikeCredential } from './credential-shape.ts';
import type { Leaf } from './leaves.ts';
import type { MergeFormat } from './merge-input.ts';

/** What may not travel, whatever the rules say. */
export interface Unshared {
  /** The absolute paths of all homes. */
  readonly homes: readonly string[];
  /** Names of variables that carry a login. */
  readonly names: readonly string[];
}

export type UnsharedReason = 'homePath' | 'scrubbedName' | 'credential' | 'privateInside';

/** Why a home's leaf stays there; undefined when nothing speaks against sharing it. */
export function whyNotShared(
  leaf: Leaf,
  unshared: Unshared,
  format: MergeFormat,
): UnsharedReason | undefined {
  if (leaf.isItem && leaf.holdsIdentity) return 'privateInside';
  const texts = [...leaf.path, ...textsIn(leaf.value)];
  if (unshared.homes.some((home) => texts.some((text) => holdsPath(text, home)))) return 'homePath';
  // People may write about a variable, and what a key is: nothing takes that for its value.
  const [hasName, isCredential] =
    format === 'text' ? [givesName, holdsCredential] : [holdsName, looksLikeCredential];
  if (unshared.names.some((name) => texts.some((text) => hasName(text, name)))) return 'scrubbedName';
  return texts.some(isCredential) ? 'credential' : undefined;
}

/** Keys too: a path is a key as often as a value. */
function textsIn(value: DocumentValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.entries(value as DocumentObject).flatMap(([key, child]) => [key, ...textsIn(child)]);
}

/** The path itself or one below it; on Windows in any case and with either slash. */
function holdsPath(text: string, home: string): boolean {
  const isWindows = /^[a-z]:|^\\\\/i.test(home);
  const [inside, path] = isWindows ? [asOne(text), asOne(home)] : [text, home];
  for (let at = inside.indexOf(path); at >= 0; at = inside.indexOf(path, at + 1))
    if (!/[\w.-]/.test(inside[at + path.length] ?? '')) return true;
  return false;
}

function asOne(path: string): string {
  return path.replaceAll(/[\\/]+/g, '/').toLowerCase();
}

function holdsName(text: string, name: string, follows = /^(?!\w)/): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text[at - 1] ?? '') && follows.test(text.slice(at + name.length, at + name.length + 8)))
      return true;
  return false;
}

/** It is given a value, and that is neither a variable nor a gap to be filled. */
function givesName(text: string, name: string): boolean {
  return holdsName(text, name, /^=["']?[\w/+]/);
}
