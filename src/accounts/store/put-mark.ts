import { below, type FileSystem, type ProcessMark } from '../../platform/index.ts';
import { type WritingHost, writeFleeting } from '../../state/index.ts';

/** So much of a computer as a mark takes. */
export type MarkingHost = WritingHost & { readonly files: Pick<FileSystem, 'lstat'> };

/**
 * Puts a mark of a process into a folder of marks, which is there. A power failure may take it: whom it names that ends,
 * too, and what he changed comes with the next launch of his home.
 * @param since RFC 3339; absent: the mark tells no time
 * @returns where it lies
 * @throws ToolsError WRITE_FAILED
 */
export function putMark(
  host: MarkingHost,
  folder: string,
  name: string,
  { pid, startedAt, boot, machine }: ProcessMark,
  since?: string,
): string {
  const file = below(host.path, folder, name);
  writeFleeting(
    host,
    file,
    `${JSON.stringify({ schemaVersion: 1, pid, startedAt, boot, machine, since })}\n`,
  );
  return file;
}

/** A process that runs several at once has a mark for each, and that of a dead one with its pid is still needed. */
export function freeName({ files, path, randomName }: MarkingHost, folder: string, name: string): string {
  return files.lstat(below(path, folder, name)) === undefined ? name : `${name}.${randomName(4)}`;
}
