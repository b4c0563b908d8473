import type { Host } from '../platform/index.ts';

export interface TreeSize {
  /** Everything but folders; links count, and are not followed. */
  readonly files: number;
  readonly bytes: number;
}

/** What lies at a path and below it. What moves or goes while it is counted counts nothing. */
export function treeSize(host: Host, path: string): TreeSize {
  try {
    const stats = host.files.lstat(path);
    if (!stats) return nothing;
    if (!stats.isDirectory()) return { files: 1, bytes: stats.size };
    return host.files
      .readdir(path)
      .map((name) => treeSize(host, host.path.join(path, name)))
      .reduce(sumOf, nothing);
  } catch {
    return nothing;
  }
}

const nothing: TreeSize = { files: 0, bytes: 0 };

function sumOf(one: TreeSize, other: TreeSize): TreeSize {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}
