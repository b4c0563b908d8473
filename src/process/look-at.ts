import type { Host, Stats } from '../platform/index.ts';

/** What is there, links followed. undefined also for what can't be looked at: for a search it is not there. */
export function lookAt(
  host: { readonly files: Pick<Host['files'], 'stat'> },
  path: string,
): Stats | undefined {
  try {
    return host.files.stat(path);
  } catch {
    return undefined;
  }
}
