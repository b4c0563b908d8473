import { ToolsError } from '../../errors/index.ts';
import { errnoOf, sha256 } from '../../platform/index.ts';
import { compareByCodePoint } from '../../registry/index.ts';
import { realPath } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { type BindingFile, bindingFileName, parseBindingFile, readBounded } from './binding-file.ts';
import { absolute, directoriesHere } from './directories.ts';
import { ifAllowed } from './found-file.ts';
import { entryOf, readTrust } from './trust.ts';

/** One that was trusted once. */
export interface TrustedFile {
  /** By its real name. */
  readonly path: string;
  readonly hash: string;
  /** When: RFC 3339. */
  readonly at: string;
  /**
   * `trusted`: it says what it said then. `damaged`: that too, but this release does not understand it. `gone`: also
   * where it can't be looked at.
   */
  readonly state: 'trusted' | 'damaged' | 'changed' | 'gone';
  /** Only while it is trusted. */
  readonly says?: BindingFile;
}

/** Every file that was trusted, as it is now, by path. @throws ToolsError as readTrust */
export function trustedFiles(ctx: AccountsContext): readonly TrustedFile[] {
  return Object.entries(readTrust(ctx))
    .sort(([one], [other]) => compareByCodePoint(one, other))
    .map(([path, { hash, at }]) => {
      const isThere = ifAllowed(() => ctx.host.files.stat(path)?.isFile());
      const bytes = isThere ? ifAllowed(() => readBounded(ctx.host, path)) : undefined;
      if (bytes === undefined) return { path, hash, at, state: 'gone' };
      if (sha256(bytes) !== hash) return { path, hash, at, state: 'changed' };
      return { path, hash, at, ...understood(bytes, path) };
    });
}

function understood(bytes: Uint8Array, path: string): Pick<TrustedFile, 'state' | 'says'> {
  try {
    return { state: 'trusted', says: parseBindingFile(bytes, path) };
  } catch (error) {
    if (error instanceof ToolsError) return { state: 'damaged' };
    throw error;
  }
}

/** A file that somebody is asked about: what it says, and the hash by which exactly that is trusted. */
export interface ReadFile {
  /** By its real name. */
  readonly path: string;
  readonly hash: string;
  readonly says: BindingFile;
  /** Until now. */
  readonly state: 'trusted' | 'changed' | 'untrusted';
}

/** @throws ToolsError BINDING_FILE_UNREADABLE, BINDING_FILE_DAMAGED */
export function readBindingFile(ctx: AccountsContext, path: string): ReadFile {
  const { host } = ctx;
  const real = realPath(host, path) ?? path;
  try {
    const stat = host.files.stat(real);
    if (!stat?.isFile()) {
      const cause = stat ? 'it is not a regular file' : 'there is no such file';
      throw new ToolsError('BINDING_FILE_UNREADABLE', { path, cause });
    }
    const bytes = readBounded(host, real);
    const hash = sha256(bytes);
    const says = parseBindingFile(bytes, real);
    const known = entryOf(readTrust(ctx), real);
    const state = known === undefined ? 'untrusted' : known.hash === hash ? 'trusted' : 'changed';
    return { path: real, hash, says, state };
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === undefined) throw error;
    throw new ToolsError('BINDING_FILE_UNREADABLE', { path, cause }, { cause: error });
  }
}

/**
 * The file that is meant: of a directory its own; without a word the nearest here or above. It need not be there
 * where it was named.
 * @throws ToolsError BINDING_FILE_NOT_FOUND, CWD_MISSING
 */
export function bindingFileNamed(ctx: AccountsContext, text: string | undefined): string {
  const { path, files } = ctx.host;
  const inside = (directory: string) => path.join(directory, bindingFileName);
  if (text !== undefined) {
    const named = absolute(ctx.host, text);
    return ifAllowed(() => files.stat(named)?.isDirectory()) ? inside(named) : named;
  }
  const directories = directoriesHere(ctx);
  const found = directories.map(inside).find((file) => ifAllowed(() => files.stat(file)?.isFile()));
  if (found !== undefined) return found;
  throw new ToolsError('BINDING_FILE_NOT_FOUND', { name: bindingFileName, directory: directories[0] ?? '' });
}
