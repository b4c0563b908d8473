import { fstatSync, type Stats, statSync } from 'node:fs';
import type { Host } from './host.ts';
import { writePatiently } from './write-patiently.ts';

/**
 * An output without a stream, which takes Node longer to make than most commands take for their answer. Nothing is lost
 * by it: to files, pipes and sockets a stream writes at once, too.
 * @param descriptor 1 or 2
 * @param noteFault is told once of data that can't be written; from then on none is
 * @returns undefined: a terminal, or one that only a stream knows how to write to
 */
export function directOutput(
  { platform }: Pick<Host, 'platform'>,
  descriptor: number,
  noteFault: (error: NodeJS.ErrnoException) => void,
): { readonly write: (text: string) => boolean } | undefined {
  if (platform === 'win32' || !isPlain(descriptor)) return undefined;
  let hasFailed = false;
  const write = (text: string): boolean => {
    if (hasFailed) return false;
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writePatiently(descriptor, bytes.subarray(at));
    } catch (error) {
      hasFailed = true;
      noteFault(error as NodeJS.ErrnoException);
    }
    return !hasFailed;
  };
  return { write };
}

function isPlain(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() || stats.isFIFO() || stats.isSocket() || isNull(stats);
  } catch {
    return false;
  }
}

function isNull(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === statSync('/dev/null').rdev;
}
