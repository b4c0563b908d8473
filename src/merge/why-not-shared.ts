import { type DocumentObject, type DocumentValue, isObject } from '../formats/index.ts';
import { looksLikeCredential } from './credential-shape.ts';
import type { Leaf } from './leaves.ts';

/** What may not travel, whatever the rules say. */
export interface Unshared {
  /** The absolute paths of all homes. */
  readonly homes: readonly string[];
  /** Names of variables that carry a login. */
  readonly names: readonly string[];
}

export type UnsharedReason = 'homePath' | 'scrubbedName' | 'credential' | 'privateInside';

/** Why a home's leaf stays there; undefined when nothing speaks against sharing it. */
export function whyNotShared(leaf: Leaf, unshared: Unshared): UnsharedReason | undefined {
  if (leaf.isItem && leaf.holdsIdentity) return 'privateInside';
  const texts = [...leaf.path, ...textsIn(leaf.value)];
  if (unshared.homes.some((home) => texts.some((text) => holdsPath(text, home)))) return 'homePath';
  if (unshared.names.some((name) => texts.some((text) => holdsName(text, name)))) return 'scrubbedName';
  return texts.some(looksLikeCredential) ? 'credential' : undefined;
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

function holdsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + name.length] ?? '')) return true;
  return false;
}
