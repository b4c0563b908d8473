import { errnoOf, sha256 } from '../../platform/index.ts';
import { realPath } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { type BindingFile, bindingFileName, parseBindingFile, readBounded } from './binding-file.ts';
import { directoriesHere } from './directories.ts';
import { entryOf, readTrust, type Trust } from './trust.ts';

/** A binding file, as it is met on the way up. */
export type FoundFile = {
  readonly path: string;
  /** The directory that it binds. */
  readonly directory: string;
} & (
  | { readonly state: 'trusted'; readonly says: BindingFile }
  /** It decides nothing. `changed`: it was trusted, and said something else. */
  | { readonly state: 'untrusted' | 'changed' }
);

/** The binding files here and above, nearest first. @throws ToolsError as bindingFileIn, CWD_MISSING */
export function bindingFilesHere(ctx: AccountsContext): readonly FoundFile[] {
  const look = bindingFileIn(ctx);
  return directoriesHere(ctx).flatMap((directory) => look(directory) ?? []);
}

/**
 * Looks for the binding file of a directory: one look at the disk, where there is none. One that can't be read is
 * not trusted.
 * @throws ToolsError STATE_DAMAGED of our table; BINDING_FILE_DAMAGED for one that is trusted, and not understood
 */
export function bindingFileIn(ctx: AccountsContext): (directory: string) => FoundFile | undefined {
  const { files, path: paths } = ctx.host;
  let trust: Trust | undefined;
  return (directory) => {
    const path = paths.join(directory, bindingFileName);
    if (!ifAllowed(() => files.stat(path)?.isFile())) return undefined;
    trust ??= readTrust(ctx);
    const known = entryOf(trust, realPath(ctx.host, path) ?? path);
    if (known === undefined) return { path, directory, state: 'untrusted' };
    const bytes = ifAllowed(() => readBounded(ctx.host, path));
    if (bytes === undefined || sha256(bytes) !== known.hash) return { path, directory, state: 'changed' };
    return { path, directory, state: 'trusted', says: parseBindingFile(bytes, path) };
  };
}

/** What the system refuses is as if it were not there. */
export function ifAllowed<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
