import type { Host } from '../../platform/index.ts';

/**
 * What a program's file is known again by, together with the release of ours that asked it: as long as it is the
 * same, what the program said of itself need not be asked again. Links are followed. undefined: there is no file.
 */
export function programStamp({ files }: Host, file: string, version: string): string | undefined {
  const stat = files.stat(file);
  if (!stat?.isFile()) return undefined;
  return [version, stat.dev, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(':');
}
