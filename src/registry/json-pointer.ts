import { matches } from './matches.ts';

/** The keys that a JSON pointer names (RFC 6901), or undefined when it is not one. "" is the whole document. */
export function pointerKeys(pointer: string): readonly string[] | undefined {
  if (!matches(pointerPattern, pointer)) return undefined;
  const keys = pointer.split('/').slice(1);
  return pointer.includes('~') ? keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')) : keys;
}

/** The same pattern is in the JSON Schema. */
export const pointerPattern = '^(?:/(?:[^/~\\p{Cc}\\p{Cs}]|~[01])*)*$';
