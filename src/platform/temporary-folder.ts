import type { Host } from './host.ts';

/** Where the computer keeps what is soon gone. What names no absolute path names none: it would lie wherever we are. */
export function temporaryFolder({ env, path, platform }: Pick<Host, 'env' | 'path' | 'platform'>): string {
  const named = platform === 'win32' ? env.TEMP || env.TMP : env.TMPDIR;
  return named && path.isAbsolute(named) ? named : path.resolve('/tmp');
}
