import * as words from './descriptor-words.ts';
import { pathRoots } from './path-roots.ts';
import type { Shape } from './shape.ts';
import { json, literal, named, object } from './shape-makers.ts';

/** Pieces that several parts of a descriptor are made of. */

export const platform = literal('linux', 'darwin', 'win32');

export const assertedFormat = literal('json', 'jsonc', 'toml');

export const jsonValue = json(8, 64, 4096);

/** For the optional fields of whatever names a path. */
export const anywhere = { root: named('root', literal(...pathRoots)) };

/** For the required fields of whatever names a value in a file. */
export const fileValue = { file: words.relativePath, pointer: words.pointer };

export function perPlatform<S extends Shape>(shape: S) {
  return object({}, { linux: shape, darwin: shape, win32: shape });
}
