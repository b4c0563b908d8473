import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const needed = 2 * 1024 ** 3;

/**
 * The environment of tests whose homes may lie in memory: on Linux, where it has room and runs programs, and where
 * nobody has said where temporary files are to lie. `REAL_TMPDIR` tells where they would lie otherwise.
 */
export function homesInMemory(): Readonly<Record<string, string>> {
  const memory = '/dev/shm';
  if (process.platform !== 'linux' || process.env.TMPDIR || !isSuitable(memory)) return {};
  return { TMPDIR: memory, REAL_TMPDIR: tmpdir() };
}

function isSuitable(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > needed && runsPrograms(folder);
  } catch {
    return false;
  }
}

/** A disk may be mounted so that nothing on it can be started. */
function runsPrograms(folder: string): boolean {
  const place = mkdtempSync(join(folder, 'ai-tools-test-'));
  try {
    writeFileSync(join(place, 'program'), '', { mode: 0o755 });
    accessSync(join(place, 'program'), constants.X_OK);
    return true;
  } finally {
    rmSync(place, { recursive: true });
  }
}
