import type { Host } from '../../platform/index.ts';

/** What SQLite keeps beside a database while somebody has it open. */
const companions = /-(?:wal|shm|journal)$/;

/** Whether a file is a database, or belongs to one: copied while somebody writes it, it would be torn. */
export function isDatabase(host: Host, file: string): boolean {
  const main = file.replace(companions, '');
  const path = main !== file && host.files.stat(main)?.isFile() ? main : file;
  return host.files.readStart(path, heading.length).equals(heading);
}

const heading = Buffer.from('SQLite format 3\0');
