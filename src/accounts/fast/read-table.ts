import { pathsIn, plainFolder, type QuickHost } from '../../platform/index.ts';
import { readChoice } from './choice-table.ts';
import type { ReadTable } from './record-here.ts';

/** What the table of choices says of a tool in the working directory. */
export function readTable(host: QuickHost, tool: string): ReadTable {
  const root = plainFolder(host);
  return {
    choice: root === undefined ? undefined : readChoice({ host, paths: pathsIn(host.path, root) }, tool),
  };
}
