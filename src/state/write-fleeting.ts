import type { FileSystem } from '../platform/index.ts';
import { type NamingHost, removeTemporary, temporaryOf } from './write-atomic.ts';
import { writeFailed } from './write-failed.ts';

/**
 * Puts a whole file in the place of whatever is there, without waiting for the disk: whoever reads it sees all of
 * it, also when we die, but a power failure may take it. For what only saves work by being there.
 * @throws ToolsError WRITE_FAILED: nothing was changed
 */
export function writeFleeting(host: WritingHost, file: string, data: string): void {
  const temporary = temporaryOf(host, file);
  try {
    host.files.writeNew(temporary, data, 0o600, 'fleeting');
    host.files.rename(temporary, file);
  } catch (error) {
    removeTemporary(host, temporary);
    throw writeFailed(file, error);
  }
}

/** Takes such a file away, unless somebody hinders it; never fails. */
export function removeFleeting(host: Pick<WritingHost, 'files'>, file: string): void {
  removeTemporary(host, file);
}

/** So much of a computer as that takes. */
export type WritingHost = NamingHost & { readonly files: Pick<FileSystem, 'writeNew' | 'rename' | 'unlink'> };
