import type { Host, Stats } from '../../platform/index.ts';
import { isLink, isLitterName } from '../../state/index.ts';

/** A regular file below a folder. */
export interface FoundFile {
  readonly place: string;
  readonly size: number;
  /** Another one after every change of the file. */
  readonly stamp: string;
}

export interface FilesBelow {
  readonly files: ReadonlyMap<string, FoundFile>;
  readonly others: readonly string[];
}

/**
 * The files below a folder, by their way from it with `/` between segments; undefined: there is no folder. What is
 * neither a file nor a folder can't be copied.
 */
export function filesBelow(host: Host, folder: string): FilesBelow | undefined {
  const stat = host.files.lstat(folder);
  if (!stat?.isDirectory() || isLink(host, folder, stat)) return undefined;
  const files = new Map<string, FoundFile>();
  const others: string[] = [];
  const visit = (above: string, way: string): void => {
    for (const name of host.files.readdir(above)) {
      const place = host.path.join(above, name);
      const found = host.files.lstat(place);
      // Half-made copies of ours are nobody's files.
      if (found === undefined || isLitterName(name)) continue;
      if (isLink(host, place, found)) others.push(`${way}${name}`);
      else if (found.isDirectory()) visit(place, `${way}${name}/`);
      else if (found.isFile()) files.set(`${way}${name}`, { place, size: found.size, stamp: stampOf(found) });
      else others.push(`${way}${name}`);
    }
  };
  visit(folder, '');
  return { files, others };
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
