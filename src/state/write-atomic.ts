import { ToolsError } from '../errors/index.ts';
import { below, type FileSystem, type Host } from '../platform/index.ts';
import { causeOf } from './cause-of.ts';
import { patiently } from './patiently.ts';
import { writeFailed } from './write-failed.ts';

export interface WriteOptions {
  /** Runs when the new content is safe on the disk, just before it takes effect; what it throws stops the write. */
  readonly beforeCommit?: () => void;
}

/**
 * Puts a whole file in the place of whatever is there: old or new, never half, whatever happens on the way.
 * @throws ToolsError WRITE_FAILED: nothing was changed and nothing is left over. WRITE_UNSURE: the file is there,
 *   but the disk did not confirm its name.
 */
export function writeAtomic(
  host: Host,
  file: string,
  data: string | Uint8Array,
  mode = 0o600,
  options: WriteOptions = {},
): void {
  stageWrite(host, file, data, mode).commit(options);
}

/** New content that is safe on the disk, beside the file whose place it is to take. */
export interface StagedWrite {
  /** Once. @throws ToolsError as writeAtomic */
  commit(options?: WriteOptions): void;
  /** Instead; never fails. */
  discard(): void;
}

/** The slow half of `writeAtomic`, for whoever must not hold something for long. @throws ToolsError WRITE_FAILED */
export function stageWrite(host: Host, file: string, data: string | Uint8Array, mode: number): StagedWrite {
  const temporary = temporaryOf(host, file);
  try {
    host.files.writeNew(temporary, data, mode);
  } catch (error) {
    throw writeFailed(file, error);
  }
  const discard = () => removeTemporary(host, temporary);
  const commit = ({ beforeCommit }: WriteOptions = {}) => {
    try {
      beforeCommit?.();
      patiently(host, () => host.files.rename(temporary, file));
    } catch (error) {
      discard();
      throw writeFailed(file, error);
    }
    confirmEntry(host, file);
  };
  return { commit, discard };
}

/** A name beside the file that no one else uses. `sweepLitter` knows it by its form. */
export function temporaryOf({ path, randomName }: NamingHost, file: string): string {
  return below(path, path.dirname(file), `.${path.basename(file)}.${randomName(8)}.tmp`);
}

export type NamingHost = Pick<Host, 'path' | 'randomName'>;

/** @throws ToolsError WRITE_UNSURE */
export function confirmEntry(host: Host, path: string): void {
  try {
    host.files.syncDirectory(host.path.dirname(path));
  } catch (error) {
    throw new ToolsError('WRITE_UNSURE', { path, cause: causeOf(error) }, { cause: error });
  }
}

export function removeTemporary(
  host: { readonly files: Pick<FileSystem, 'unlink'> },
  temporary: string,
): void {
  try {
    host.files.unlink(temporary);
  } catch {
    // Swept later by its name; the first failure is the one to tell.
  }
}
